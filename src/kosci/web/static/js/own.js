// The page of own rules: asks again for what best play comes to, until all of it is known.

import { askAgain } from "./again.js";
import { startCopying } from "./copy.js";

// The sentences already read stay the same element, so that only new ones are read.
function show(old, fresh) {
  const [said, says] = [old, fresh].map((part) => part.querySelector(".own-found"));
  if (said.innerHTML !== says.innerHTML) said.innerHTML = says.innerHTML;
  for (const kind of [".own-wait", ".scroll"]) {
    const [here, there] = [old, fresh].map((part) => part.querySelector(kind));
    const bars = [here, there].map((part) => part?.querySelector("progress"));
    if (bars[0] && bars[1]) bars[0].value = bars[1].value;
    else if (here && there) { if (here.innerHTML !== there.innerHTML) here.innerHTML = there.innerHTML; }
    else if (here) here.remove();
    else if (there) old.append(there);
  }
}

startCopying();
askAgain("average", show);
