// The table with real dice, at once: what is tapped is scored here, painted here and kept until it is sent. Without a
// connection all goes on from what is kept. This module listens; what taps do stands in pad-acts.js.

import { startAwake } from "./awake.js";
import { answered, idle, open, openRow, paint, takeBack, takeRow, tapFace, tapSlot, typed, act } from "./pad-acts.js";
import { adopt, desk, forget, isHere, recalled, told } from "./pad-desk.js";
import { actOf, letGo } from "./pad-tray.js";
import { board, onFresh } from "./page.js";
import { openQueue } from "./queue.js";
import { load } from "./scoring.js";

const TAPS = [
  [".face", (button) => tapFace(Number(button.id.split("-")[1]))],
  ["#pad .slots button.die", (button) => tapSlot(Number(button.dataset.place) - 1)],
  ["#pad-values button, #pad-do button, #more", (button) => actOf(button)?.()],
  ["button[form=pad-fix][name=seq]", (button) => act.correct(Number(button.value))],
  ["button[form=pad-ask][name=row], button[form=pad-post][name=row]", (button) => (desk.ui.fix === null ? takeRow : openRow)(button.value)],
  ["#undo", takeBack],
  ["#pad-cancel", () => open({ ...idle(), see: desk.ui.see })],
  [".strip .chip", (chip) => open({ see: [...chip.parentElement.children].indexOf(chip) })],
  [".pass-turn", () => open({ ...idle(), ask: { kind: "pass" } }, true)],
];

function tapped(event) {
  if (!desk.scoring || !isHere() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { target } = event;
  // A box whose button was made anew under the finger is tapped itself.
  const touched = (target.matches("td") && target.querySelector("button")) || target;
  const found = TAPS.map(([selector, run]) => [touched.closest(selector), run]).find(([button]) => button);
  const canEnter = desk.model.may_enter && document.getElementById("pad");
  if (!found || (!canEnter && !found[0].matches(".chip"))) return;
  event.preventDefault();
  event.stopPropagation();
  if (!found[0].disabled) found[1](found[0]);
}

function submitted(event) {
  if (event.target.id !== "pad-typed" || !desk.scoring || !isHere()) return;
  event.preventDefault();
  event.stopPropagation();
  typed(document.getElementById("pad-points").value);
}

// A box that was made anew with the board takes back the focus it had.
let held = null;

function hold({ target }) {
  const box = target.closest(".board td");
  held = box && { row: box.parentElement.className, at: box.cellIndex };
}

function giveBack() {
  if (!held || document.activeElement !== document.body) return;
  document.querySelector(`.board tr.${held.row}`)?.cells[held.at]?.querySelector("button")?.focus({ preventScroll: true });
  if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true }); // a hidden column
}

function freshened() {
  const now = told();
  if (!now) { forget(); return; }
  adopt(now);
  desk.arrived = [];
  paint();
  giveBack();
}

export async function startPad() {
  const data = told();
  if (!data || desk.queue) return;
  desk.model = recalled(data);
  desk.queue = openQueue(data.table);
  startAwake();
  onFresh(freshened);
  desk.queue.onChange(() => setTimeout(paint)); // after the answer to what was sent, if that is the change
  desk.queue.onSent((sent) => answered(sent, sent.text));
  document.addEventListener("click", tapped, { capture: true });
  document.addEventListener("submit", submitted, { capture: true });
  document.addEventListener("focusin", hold);
  document.addEventListener("htmx:before:swap", ({ detail }) => { if (!detail.ctx.text.includes('id="model"')) letGo(); });
  for (const kind of ["online", "offline"]) addEventListener(kind, paint);
  desk.scoring = await load(data.scoring);
  adopt(desk.model);
  paint();
  board().dataset.pad = "ready";
}
