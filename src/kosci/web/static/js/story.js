// What happened, said once: each new sentence of the story politely, one's own turn as an alert.

import { alarm, board, onFresh, say, words } from "./page.js";

const lines = () => [...document.querySelectorAll(".story li[data-seq]")];
const newest = () => Math.max(0, ...lines().map((line) => Number(line.dataset.seq)));
let told = 0;
let wasMine = false;

function tell(chime) {
  const fresh = lines().filter((line) => Number(line.dataset.seq) > told);
  if (newest() < told) told = newest();
  if (fresh.length) {
    told = newest();
    say(fresh.reverse().map((line) => line.querySelector(".line").textContent).join(" "));
  }
  const isMine = board().dataset.yourTurn !== undefined;
  if (isMine && !wasMine) {
    alarm(words().yourTurn);
    chime();
  }
  wasMine = isMine;
}

export function startTelling(chime) {
  told = newest();
  wasMine = board().dataset.yourTurn !== undefined;
  onFresh(() => tell(chime));
}
