// Dice: taps not yet sent stay with the roll they belong to; new dice tumble, and any tap ends that.

import { board, onFresh, version, wantsStillness } from "./page.js";
import { refresh } from "./swap.js";

const TUMBLE = 800;
const place = () => `kosci:taps:${board().dataset.table}`;
const dice = () => document.querySelector(".dice");
const ticks = () => [...document.querySelectorAll(".tick")];

function remember() {
  const ticked = ticks().filter((tick) => tick.checked).map((tick) => tick.value);
  sessionStorage.setItem(place(), JSON.stringify({ key: dice().dataset.key, ticked }));
  weigh();
  value();
}

// What the ticked dice of Tysiąc bring is asked of the server, once more if they have changed meanwhile.
let isAsking = false;
async function value() {
  if (isAsking || dice().dataset.race === undefined) return;
  isAsking = true;
  let url = "";
  while (ticks().length && url !== valued()) {
    url = valued();
    board().dataset.here = url;
    await refresh();
  }
  isAsking = false;
}

function valued() {
  const ticked = ticks().filter((tick) => tick.checked).map((tick) => `&${tick.name}=${tick.value}`);
  return `${board().dataset.here.split("?")[0]}?at=${version()}${ticked.join("")}`;
}

// Taps of this very roll come back after a reload or somebody else's event; others are forgotten.
function recall() {
  if (!dice()) return;
  const stored = JSON.parse(sessionStorage.getItem(place()) ?? "null");
  const isSame = stored?.key === dice().dataset.key;
  if (!isSame) sessionStorage.removeItem(place());
  for (const tick of ticks()) tick.checked = isSame ? stored.ticked.includes(tick.value) : tick.defaultChecked;
  weigh();
  if (ticks().some((tick) => tick.checked !== tick.defaultChecked)) value();
}

// With nothing left to roll the button is off.
function weigh() {
  const roll = document.querySelector("button.roll");
  const all = ticks();
  if (!roll || !all.length || dice().dataset.race !== undefined) return;
  const isInverted = dice().classList.contains("inverted");
  roll.disabled = all.every((tick) => tick.checked !== isInverted);
}

function tumble(earlier) {
  if (!dice() || earlier.key === dice().dataset.key || wantsStillness()) return false;
  const slots = [...dice().querySelectorAll(".slot")];
  const rolled = slots.filter((slot) => slot.dataset.face && slot.dataset.still === undefined);
  for (const slot of rolled) slot.classList.add("rolling");
  if (rolled.length) setTimeout(still, TUMBLE);
  return rolled.length > 0;
}

function still() {
  for (const slot of document.querySelectorAll(".rolling")) slot.classList.remove("rolling");
}

export function startDice(rattle) {
  document.addEventListener("change", (event) => { if (event.target.matches(".tick")) remember(); });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, still, { capture: true });
  onFresh((earlier) => {
    recall();
    const isNew = dice() && earlier.key !== dice().dataset.key && [...dice().querySelectorAll(".slot")].some((slot) => slot.dataset.face);
    if (isNew) rattle();
    tumble(earlier);
  });
  recall();
}
