// The page of own rules: asks again for what best play comes to, until all of it is known.

import { startCopying } from "./copy.js";

const SOON = 400; // while it is being solved
const LATER = 3000; // when the server could not be reached, or failed

const section = () => document.getElementById("average");

// Put the newer section in place, and say when to ask again; the sentences already read stay the same element, so that only new ones are read.
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("average");
  const old = section();
  if (!fresh || !old) return LATER;
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
  if (!fresh.dataset.again) delete old.dataset.again;
  return SOON;
}

async function again() {
  const url = section()?.dataset.again;
  if (!url) return;
  let wait = LATER;
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    wait = show(await answer.text());
  } catch {
    // asked again later
  }
  setTimeout(again, wait);
}

startCopying();
setTimeout(again, SOON);
