// Records: addresses to be copied; one game's page asks again for best play's results until they are found.

import { askAgain } from "./again.js";
import { startCopying } from "./copy.js";

function show(old, fresh) {
  const [bar, newer] = [old, fresh].map((part) => part.querySelector("progress"));
  if (bar && newer) bar.value = newer.value;
  else old.innerHTML = fresh.innerHTML;
}

startCopying();
askAgain("record-plot", show);
