// The table with real dice, at once: what is tapped is scored here, painted here and kept until it is sent. Without a
// connection all goes on from what is kept. Rules are scoring.js's, sending is queue.js's, painting the pad-* modules'.

import { startAwake } from "./awake.js";
import { board, onFresh, say as speak } from "./page.js";
import { paintLanes, racePad, refused, roomOf } from "./pad-race.js";
import { paintNews } from "./pad-news.js";
import { paintSheet } from "./pad-sheet.js";
import { before, lastTold, nextTurn, overlaid } from "./pad-state.js";
import { actOf, paintTray, takeOver } from "./pad-tray.js";
import { handOf, sheetPad, slotsOf } from "./pad-values.js";
import { fill, inShort, rowName, say, says, sentence } from "./pad-words.js";
import { openQueue } from "./queue.js";
import { load } from "./scoring.js";
import { refresh } from "./swap.js";

let model = null; // the newest the server has told, or this device remembers of it
let scoring = null;
let queue = null;
let arrived = []; // sent, and not yet in the model
let ui = fresh();
const left = new Map(); // what was tapped in a turn that is not shown just now
let seen = null; // { now, state, … } as last painted

function fresh() {
  return { key: "", dice: [], keep: new Set(), row: null, ask: null, fix: null, see: null, sum: 0, aside: 0, refusal: "", advice: "" };
}

// --- what the server has told ------------------------------------------------------------------

const place = () => `kosci:model:${model.table}`;

function told(page = document) {
  const data = page.getElementById("model")?.dataset.model;
  return data ? JSON.parse(data) : null;
}

// A stored page may be older than what this device has seen since.
function recalled(data) {
  try {
    const kept = JSON.parse(localStorage.getItem(`kosci:model:${data.table}`) ?? "null");
    return kept && kept.version > data.version ? kept : data;
  } catch {
    return data;
  }
}

function adopt(data) {
  if (!data || (model && data.version < model.version)) return;
  model = data;
  try {
    localStorage.setItem(place(), JSON.stringify(data));
  } catch {
    // a browser that keeps nothing
  }
}

function forget() {
  if (!model) return;
  try {
    localStorage.removeItem(place());
  } catch {
    // nothing was kept
  }
}

const isHere = () => document.getElementById("model") !== null;

// --- painting ----------------------------------------------------------------------------------

function look() {
  const now = overlaid(model, [...arrived, ...queue.pending()]);
  const state = scoring.fold(now);
  const key = `${state.mover} ${state.mover === null ? "" : nextTurn(now, state.mover)} ${now.lying?.rolls_used ?? 0}`;
  if (key !== ui.key) turned(key, now);
  ui.advice = document.getElementById("say-here")?.dataset.advice ?? "";
  return { now, state, ui, scoring, act, model, mayEnter: model.may_enter, last: lastOf(now, state) };
}

// Another turn begins with nothing tapped; what is being corrected goes on, and so does a turn that is come back to.
function turned(key, now) {
  const correcting = ui.fix !== null && now.entries[ui.fix] ? { fix: ui.fix, row: ui.row, ask: ui.ask } : {};
  if (ui.dice.length) left.set(ui.key, ui);
  ui = { ...(left.get(key) ?? fresh()), key, ...correcting };
  left.delete(key);
}

function lastOf(now, state) {
  const at = now.entries.length - 1;
  if (at < 0) return null;
  const entry = now.entries[at];
  const text = sentence(now.seats[entry.seat].name, entry, withTotal(state, entry, at), bonusAt(now, state, at));
  return text ? { at, text, faces: entry.dice ?? [] } : null;
}

function withTotal(state, entry, at) {
  const told = state.entries[at].entry;
  return told && { ...told, total: state.seats[entry.seat].total };
}

// The bonus, where this entry is the one that earned it.
function bonusAt(now, state, at) {
  const { seat } = now.entries[at];
  const { bonus } = state.seats[seat];
  if (!bonus?.isEarned || !bonus.pays) return 0;
  return scoring.fold(before(now, at)).seats[seat].bonus.isEarned ? 0 : bonus.pays;
}

function paint() {
  if (!isHere() || !scoring) return;
  const table = look();
  const { aim, tray } = padOf(table);
  seen = { ...table, aim };
  const shared = { ...table, aim, last: table.last?.at };
  if (scoring.family === "race") paintLanes({ ...shared, gain: gain(table) });
  else paintSheet({ ...shared, ...columns(table, aim) });
  if (model.may_enter) {
    paintTray({ ...tray, undo: Boolean(lastTold(table.now, model)) });
    takeOver();
  }
  paintNews({ ...table, queue, describe, settle: (at) => open({ fix: at }) });
}

const gain = ({ ui: { dice, sum } }) => sum + (dice.length ? scoring.valueOf(dice).points : 0);

function columns({ now, state }, aim) {
  const { rows, box, extra_pays: extraPays } = scoring.tables;
  const isOwnLying = now.lying && !ui.dice.length;
  return { rows, box, extraPays, shown: shownSeat(now, state, aim), worths: isOwnLying ? model.worths : null };
}

function shownSeat(now, state, aim) {
  if (aim?.at !== null && aim?.at !== undefined) return aim.seat;
  if (ui.see !== null) return ui.see;
  const own = model.own;
  const isApart = own.length < now.seats.length && own.length > 0;
  if (model.may_enter && (ui.dice.length || ui.row || !isApart || own.includes(state.mover))) return state.mover ?? own[0] ?? 0;
  return own[0] ?? state.mover ?? 0;
}

function padOf(table) {
  const { now, state } = table;
  if (state.isOver && ui.fix === null) return { aim: null, tray: over(table) };
  if (now.first === null) return { aim: null, tray: begin(table) };
  return (scoring.family === "race" ? racePad : sheetPad)(table);
}

function over({ now, state }) {
  const best = state.seats.map((seat, at) => ({ ...seat, name: now.seats[at].name })).filter(({ place: at }) => at === 1);
  const heading = best.length === 1 && now.seats.length > 1 ? say("win", { name: best[0].name, n: best[0].total }) : says().endTitle;
  return { state: "look", heading, say: says().padOver };
}

function begin({ now, state }) {
  const names = now.seats.map(({ name }, at) => ({ text: name, cls: "value-tap", act: () => post("begin", { seat: at + 1 }) }));
  return {
    state: "begin", heading: says().padBegin, say: now.seats.length > 1 ? says().padBeginHint : "", names: true,
    values: names.filter((_, at) => !state.seats[at].left),
  };
}

// --- sending -----------------------------------------------------------------------------------

async function post(verb, fields) {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, Array.isArray(given) ? given.map(String) : String(given)]));
  const sending = queue.send({ url: `${model.base}/${verb}`, fields: texts });
  ui = { ...fresh(), key: ui.key };
  paint();
  keepFocus();
  const told = seen.last?.text;
  const outcome = await sending;
  if (outcome.state === "sent") answered({ fields: texts, url: `${model.base}/${verb}` }, outcome.text);
  if (outcome.state === "kept" && told) speak(told);
  paint();
}

function answered(sent, text) {
  const data = text && told(new DOMParser().parseFromString(text, "text/html"));
  if (data) adopt(data);
  else arrived.push(sent);
  paint();
  refresh();
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
}

// A lost focus stays at the table.
function keepFocus() {
  const { activeElement: focused } = document;
  if (focused && focused !== document.body && focused.isConnected && !focused.closest("[hidden]")) return;
  document.getElementById("main").focus({ preventScroll: true });
}

// --- acts --------------------------------------------------------------------------------------

const act = {
  choose(points) { decide({ row: ui.row, points }); },
  ask(ask) { open({ ask }, true); },
  enter(report) {
    const { now, aim } = seen;
    if (aim.at !== null) correct(aim.at, report);
    else post("enter", { seat: aim.seat + 1, turn: nextTurn(now, aim.seat), ...report });
  },
  takeOut() { correct(seen.aim.at, { row: "pass" }); },
  pass() { post("pass", { seat: seen.state.mover + 1, turn: nextTurn(seen.now, seen.state.mover) }); },
  more() {
    const { now, state } = seen;
    const roll = (now.lying?.rolls_used ?? 0) + 1;
    const keep = now.lying ? [...ui.keep].sort() : [];
    post("told", { seat: state.mover + 1, turn: nextTurn(now, state.mover), roll, dice: ui.dice.join(" "), keep });
  },
  rollOn() {
    const { points } = scoring.valueOf(ui.dice);
    ui = { ...ui, sum: ui.sum + points, aside: ui.aside + ui.dice.length, dice: [] };
    paint();
  },
};

function correct(at, report) {
  const entry = seen.now.entries[at];
  const named = entry.seq ? { seq: entry.seq } : { seat: entry.seat + 1, turn: entry.turn };
  post("correct", { ...named, ...report });
}

function open(change, isFocused = false) {
  ui = { ...ui, refusal: "", ...change };
  paint();
  if (isFocused) document.querySelector("#pad-do .confirm, #pad-values button, #pad-do button")?.focus({ preventScroll: true });
  keepFocus();
}

// Points for a row: entered, or one question more.
function decide({ row, points }) {
  const { aim } = seen;
  const { refusal } = scoring.check(aim.then, aim.seat, { row, dice: null, points, alike: null });
  if (refusal?.code === "report-alike") open({ ask: { kind: "alike", row, points } }, true);
  else if (refusal) open({ refusal: impossible(refusal) });
  else if (isNothing(aim, row, points)) open({ ask: { kind: "zero", row, report: { row, points: "0" } } }, true);
  else act.enter({ row, points: String(points) });
}

function isNothing(aim, row, points) {
  if (points) return false;
  return scoring.readings(aim.then, aim.seat, row).filter((one) => !one.points).every(({ extra }) => !extra);
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

function takeRow(row) {
  const { aim } = seen;
  const entry = aim.entries?.[row];
  if (!aim.entries) { openRow(row); return; }
  if (!entry) { open({ row: null, refusal: say("refused", { cat: rowName(row) }) }); return; }
  const report = { row, dice: handOf(seen).sort().join(" ") };
  if (!entry.points && !entry.extra) open({ ask: { kind: "zero", row, report } }, true);
  else act.enter(report);
}

function openRow(row) {
  const { aim } = seen;
  if (!scoring.readings(aim.then, aim.seat, row).length) {
    open({ row: null, refusal: say("refused", { cat: rowName(row) }) });
    return;
  }
  open({ row, ask: null, dice: [], keep: new Set() }, true);
}

function tapFace(face) {
  const dice = ui.row || ui.ask || ui.fix !== null ? [] : ui.dice;
  const room = scoring.family === "race" ? roomOf(ui) : 5 - (seen.now.lying ? ui.keep.size : 0);
  if (dice.length >= room) return;
  ui = { ...ui, row: null, ask: null, fix: null, see: null, refusal: "", dice: [...dice, face] };
  paint();
}

function tapSlot(at) {
  const { now } = seen;
  const places = scoring.family === "race" ? ui.dice.map((face) => ({ face, kind: "tapped" })) : slotsOf(now, ui);
  const { kind } = places[at];
  if (kind === "tapped") {
    const nth = places.slice(0, at).filter((one) => one.kind === "tapped").length;
    ui = { ...ui, dice: ui.dice.filter((_, n) => n !== nth) };
  } else if (!ui.dice.length) {
    const keep = new Set(ui.keep);
    if (!keep.delete(at + 1)) keep.add(at + 1);
    ui = { ...ui, keep };
  }
  paint();
  keepFocus();
}

function takeBack() {
  const { now } = seen;
  const named = lastTold(now, model);
  if (!named) return;
  const { post: id, ...fields } = named;
  const pending = queue.pending().find((one) => one.id === id);
  if (pending && !pending.mayHaveArrived && queue.withdraw(id)) open({});
  else post("undo", fields);
}

function typed(text) {
  const points = /^\d{1,5}$/.test(text.trim()) ? Number(text) : NaN;
  if (Number.isNaN(points)) return;
  if (scoring.family !== "race") { decide({ row: ui.row, points }); return; }
  const at = seen.aim.at === null ? seen.state : scoring.fold(before(seen.now, seen.aim.at));
  const refusal = points ? scoring.bankRefusal(at, seen.aim.seat, "bank", points) : null;
  if (refusal) open({ refusal: refused({ ...refusal, points }) });
  else if (points) act.enter({ row: "bank", points: String(points) });
  else open({ ask: { kind: "bust" } }, true);
}

// --- taps --------------------------------------------------------------------------------------

const TAPS = [
  [".face", (button) => tapFace(Number(button.id.split("-")[1]))],
  ["#pad .slots button.die", (button) => tapSlot(Number(button.dataset.place) - 1)],
  ["#pad-values button, #pad-do button, #more", (button) => actOf(button)?.()],
  ["button[form=pad-fix][name=seq]", (button) => open({ ...fresh(), key: ui.key, fix: Number(button.value), row: rowOf(Number(button.value)) }, true)],
  ["button[form=pad-ask][name=row], button[form=pad-post][name=row]", (button) => (ui.fix === null ? takeRow : openRow)(button.value)],
  ["#undo", takeBack],
  ["#pad-cancel", () => open({ ...fresh(), key: ui.key, see: ui.see })],
  [".strip .chip", (chip) => open({ see: [...chip.parentElement.children].indexOf(chip) })],
  [".pass-turn", () => open({ ...fresh(), key: ui.key, ask: { kind: "pass" } }, true)],
];

// The entry's own row, if it can still be filled.
function rowOf(at) {
  const { now } = seen;
  const { seat, row } = now.entries[at];
  if (scoring.family === "race" || !row) return null;
  return scoring.readings(scoring.fold(before(now, at)), seat, row).length ? row : null;
}

function tapped(event) {
  if (!scoring || !isHere() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const found = TAPS.map(([selector, run]) => [event.target.closest(selector), run]).find(([button]) => button);
  if (!found || (!model.may_enter && !found[0].matches(".chip"))) return;
  event.preventDefault();
  event.stopPropagation();
  if (!found[0].disabled) found[1](found[0]);
}

function submitted(event) {
  if (event.target.id !== "pad-typed" || !scoring || !isHere()) return;
  event.preventDefault();
  event.stopPropagation();
  typed(document.getElementById("pad-points").value);
}

// What a kept post is about, in words.
function describe({ url, fields }) {
  const verb = url.split("/").pop();
  const seat = Number(fields.seat) - 1;
  const entry = fields.seq ? model.entries.find((one) => one.seq === Number(fields.seq)) : null;
  const name = model.seats[entry?.seat ?? seat]?.name ?? "";
  if (verb === "enter" || verb === "correct") {
    const dice = fields.dice ? fields.dice.split(" ").map(Number) : null;
    const shown = { is_passed: fields.row === "pass", row: fields.row, dice, points: fields.points ? Number(fields.points) : null };
    return `${name}: ${inShort(shown, null)}.`;
  }
  const words = { undo: says().doUndo, pass: says().padPass, begin: says().padBegin, told: says().padMore };
  return fill("{name}: {what}.", { name, what: words[verb] ?? verb });
}

export async function startPad() {
  const data = told();
  if (!data || queue) return;
  model = recalled(data);
  queue = openQueue(data.table);
  startAwake();
  onFresh(() => {
    const now = told();
    if (!now) { forget(); return; }
    adopt(now);
    arrived = [];
    paint();
    giveBack();
  });
  queue.onChange(() => setTimeout(paint)); // after the answer to what was sent, if that is the change
  queue.onSent((sent) => answered(sent, sent.text));
  document.addEventListener("click", tapped, { capture: true });
  document.addEventListener("submit", submitted, { capture: true });
  document.addEventListener("focusin", hold);
  addEventListener("online", paint);
  addEventListener("offline", paint);
  scoring = await load(data.scoring);
  adopt(model);
  paint();
  board().dataset.pad = "ready";
}
