// The results of best play: asks again until they are found.

import { askAgain } from "./again.js";

// What is read aloud stays the same element, so that it is read once.
function show(old, fresh) {
  const [said, says] = [old, fresh].map((part) => part.querySelector(".spread-said"));
  if (said.innerHTML !== says.innerHTML) said.innerHTML = says.innerHTML;
  const [bar, newer] = [old, fresh].map((part) => part.querySelector("progress"));
  if (bar && newer) bar.value = newer.value;
  else old.querySelector(".spread-rest").innerHTML = fresh.querySelector(".spread-rest").innerHTML;
}

askAgain("spread", show);
