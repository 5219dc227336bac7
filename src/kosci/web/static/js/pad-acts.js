// What a tap does at a real-dice table: points are checked here, an entry is kept and sent, one question more is asked.
// Rules are scoring.js's, sending is queue.js's.

import { say as speak } from "./page.js";
import { adopt, desk, fresh, told } from "./pad-desk.js";
import { paint as paintWith } from "./pad-look.js";
import { refused, roomOf } from "./pad-race.js";
import { before, lastTold, nextTurn } from "./pad-state.js";
import { handOf, slotsOf } from "./pad-values.js";
import { rowName, say } from "./pad-words.js";
import { refresh } from "./swap.js";

export const paint = () => paintWith(act);

// --- sending -----------------------------------------------------------------------------------

async function post(verb, fields) {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, Array.isArray(given) ? given.map(String) : String(given)]));
  const sent = { url: `${desk.model.base}/${verb}`, fields: texts };
  const sending = desk.queue.send(sent);
  desk.ui = { ...fresh(), key: desk.ui.key };
  blank();
  paint();
  keepFocus();
  const line = desk.seen.last?.text;
  const outcome = await sending;
  if (outcome.state === "sent") answered(sent, outcome.text);
  if (outcome.state === "kept" && line) speak(line);
  paint();
}

// The answer to what was sent: what stands now, or that the game is over.
export function answered(sent, text) {
  const data = text && told(new DOMParser().parseFromString(text, "text/html"));
  if (data) adopt(data);
  else desk.arrived.push(sent);
  paint();
  if (!desk.queue.pending().length) refresh();
}

// Typed points are those of one row.
function blank() {
  const field = document.getElementById("pad-points");
  if (field) field.value = "";
}

// A lost focus stays at the table.
function keepFocus() {
  const { activeElement: focused } = document;
  if (focused && focused !== document.body && focused.isConnected && !focused.closest("[hidden]")) return;
  document.getElementById("main").focus({ preventScroll: true });
}

// --- what the buttons of the pad do ------------------------------------------------------------

export const act = {
  begin(seat) { post("begin", { seat: seat + 1 }); },
  choose(points) { decide({ row: desk.ui.row, points }); },
  ask(ask) { open({ ask }, true); },
  enter(report) {
    const { now, aim } = desk.seen;
    if (aim.at !== null) change(aim.at, report);
    else post("enter", { seat: aim.seat + 1, turn: nextTurn(now, aim.seat), ...report });
  },
  takeOut() { change(desk.seen.aim.at, { row: "pass" }); },
  pass() {
    const { now, state } = desk.seen;
    post("pass", { seat: state.mover + 1, turn: nextTurn(now, state.mover) });
  },
  more() {
    const { now, state } = desk.seen;
    const { ui } = desk;
    const roll = (now.lying?.rolls_used ?? 0) + 1;
    const keep = now.lying ? [...ui.keep].sort() : [];
    post("told", { seat: state.mover + 1, turn: nextTurn(now, state.mover), roll, dice: ui.dice.join(" "), keep });
  },
  rollOn() {
    const { ui } = desk;
    desk.ui = { ...ui, sum: ui.sum + desk.scoring.valueOf(ui.dice).points, aside: ui.aside + ui.dice.length, dice: [] };
    paint();
  },
  // An entry to be corrected: first the values of its own row, if it can still be filled.
  correct(at) {
    const { now } = desk.seen;
    const { seat, row } = now.entries[at];
    const canBe = desk.scoring.family !== "race" && row && desk.scoring.readings(desk.scoring.fold(before(now, at)), seat, row).length;
    open({ ...fresh(), key: desk.ui.key, fix: at, row: canBe ? row : null }, true);
  },
};

function change(at, report) {
  const entry = desk.seen.now.entries[at];
  const named = entry.seq ? { seq: entry.seq } : { seat: entry.seat + 1, turn: entry.turn };
  post("correct", { ...named, ...report });
}

// Another part of the pad, with the focus on what is asked.
export function open(changed, isFocused = false) {
  desk.ui = { ...desk.ui, refusal: "", ...changed };
  if ("row" in changed) blank();
  paint();
  if (isFocused) document.querySelector("#pad-do .confirm, #pad-values button, #pad-do button")?.focus({ preventScroll: true });
  keepFocus();
}

export const idle = () => ({ ...fresh(), key: desk.ui.key });

// --- rows and points ---------------------------------------------------------------------------

// Points for a row: entered, or one question more.
function decide({ row, points }) {
  const { aim } = desk.seen;
  const { refusal } = desk.scoring.check(aim.then, aim.seat, { row, dice: null, points, alike: null });
  if (refusal?.code === "report-alike") open({ ask: { kind: "alike", row, points } }, true);
  else if (refusal) open({ refusal: impossible(refusal) });
  else if (stands(row, points)) open({ ...idle(), see: desk.ui.see });
  else if (isNothing(aim, row, points)) open({ ask: { kind: "zero", row, report: { row, points: "0" } } }, true);
  else act.enter({ row, points: String(points) });
}

// Whether this is what the entry in hand says already: then there is nothing to correct.
function stands(row, points) {
  const told = desk.ui.fix === null ? null : desk.seen.state.entries[desk.ui.fix].entry;
  return told?.row === row && told.points === points;
}

function isNothing(aim, row, points) {
  if (points) return false;
  return desk.scoring.readings(aim.then, aim.seat, row).filter((one) => !one.points).every(({ extra }) => !extra);
}

function impossible({ code, row, points, possible }) {
  if (code !== "report-impossible") return say("refused", { cat: rowName(row) });
  return say("impossible", { points, row: rowName(row), possible: ranges(possible) });
}

// "0, 5–7": numbers that follow each other as a range.
function ranges(values) {
  const runs = [];
  for (const value of values) {
    if (runs.at(-1)?.[1] === value - 1) runs.at(-1)[1] = value;
    else runs.push([value, value]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

export function takeRow(row) {
  const { aim } = desk.seen;
  const entry = aim.entries?.[row];
  if (!aim.entries) { openRow(row); return; }
  if (!entry) { open({ row: null, refusal: say("refused", { cat: rowName(row) }) }); return; }
  const report = { row, dice: handOf(desk.seen).sort().join(" ") };
  if (!entry.points && !entry.extra) open({ ask: { kind: "zero", row, report } }, true);
  else act.enter(report);
}

export function openRow(row) {
  const { aim } = desk.seen;
  const canBe = desk.scoring.readings(aim.then, aim.seat, row).length > 0;
  if (canBe) open({ row, ask: null, dice: [], keep: new Set() }, true);
  else open({ row: null, refusal: say("refused", { cat: rowName(row) }) });
}

export function typed(text) {
  if (!/^\s*\d{1,5}\s*$/.test(text)) return;
  const points = Number(text);
  const { aim, now, state } = desk.seen;
  if (desk.scoring.family !== "race") { decide({ row: desk.ui.row, points }); return; }
  const then = aim.at === null ? state : desk.scoring.fold(before(now, aim.at));
  const refusal = points ? desk.scoring.bankRefusal(then, aim.seat, "bank", points) : null;
  if (refusal) open({ refusal: refused({ ...refusal, points }) });
  else if (points) act.enter({ row: "bank", points: String(points) });
  else open({ ask: { kind: "bust" } }, true);
}

// --- dice --------------------------------------------------------------------------------------

export function tapFace(face) {
  const { ui, seen, scoring } = desk;
  const dice = ui.row || ui.ask || ui.fix !== null ? [] : ui.dice;
  const room = scoring.family === "race" ? roomOf(ui) : 5 - (seen.now.lying ? ui.keep.size : 0);
  if (dice.length >= room) return;
  desk.ui = { ...ui, row: null, ask: null, fix: null, see: null, refusal: "", dice: [...dice, face] };
  paint();
}

export function tapSlot(at) {
  const { ui, seen, scoring } = desk;
  const places = scoring.family === "race" ? ui.dice.map((face) => ({ face, kind: "tapped" })) : slotsOf(seen.now, ui);
  if (places[at].kind === "tapped") {
    const nth = places.slice(0, at).filter(({ kind }) => kind === "tapped").length;
    desk.ui = { ...ui, dice: ui.dice.filter((_, n) => n !== nth) };
  } else if (!ui.dice.length) {
    const keep = new Set(ui.keep);
    if (!keep.delete(at + 1)) keep.add(at + 1);
    desk.ui = { ...ui, keep };
  }
  paint();
  keepFocus();
}

export function takeBack() {
  const { queue, model, seen } = desk;
  const named = lastTold(seen.now, model);
  if (!named) return;
  const { post: id, ...fields } = named;
  const pending = queue.pending().find((one) => one.id === id);
  if (pending && !pending.mayHaveArrived && queue.withdraw(id)) open(idle());
  else if (Object.keys(fields).length) post("undo", fields);
}
