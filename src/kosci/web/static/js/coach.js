// The coach: while it is still working something out, the page asks again; what it says is read aloud once.

import { board, onFresh, sayAlso } from "./page.js";
import { refresh } from "./swap.js";

const AGAIN = 900; // milliseconds
let timer = 0;
let told = "";

function wait() {
  clearTimeout(timer);
  if (document.querySelector("#coach[data-coming]")) timer = setTimeout(async () => { await refresh(); wait(); }, AGAIN);
}

function tell() {
  const best = document.querySelector("#coach .moves") ? (document.querySelector("#say-here p")?.textContent ?? "") : "";
  const now = `${board().dataset.version} ${best}`;
  if (best && now !== told && document.querySelector("[data-your-turn]")) sayAlso(best);
  told = now;
}

export function startCoach() {
  wait();
  onFresh(() => { wait(); tell(); });
}
