// A real-dice table as it stands on this device, painted: the sheet or the lanes, the pad, what waits to be sent.

import { desk, fresh, isHere } from "./pad-desk.js";
import { paintNews } from "./pad-news.js";
import { paintLanes, racePad } from "./pad-race.js";
import { paintSheet } from "./pad-sheet.js";
import { before, lastTold, nextTurn, overlaid } from "./pad-state.js";
import { paintTray, takeOver } from "./pad-tray.js";
import { sheetPad } from "./pad-values.js";
import { say, says, sentence } from "./pad-words.js";

const left = new Map(); // what was tapped in a turn that is not shown just now

function look(act) {
  const { model, scoring, queue, arrived } = desk;
  const now = overlaid(model, [...arrived, ...queue.pending()]);
  const state = scoring.fold(now);
  const key = `${state.mover} ${state.mover === null ? "" : nextTurn(now, state.mover)} ${now.lying?.rolls_used ?? 0}`;
  if (key !== desk.ui.key) turned(key, now);
  desk.ui.advice = document.getElementById("say-here")?.dataset.advice ?? "";
  return { now, state, ui: desk.ui, scoring, act, mayEnter: model.may_enter, last: lastOf(now, state) };
}

// Another turn begins with nothing tapped; what is being corrected goes on, and so does a turn that is come back to.
function turned(key, now) {
  const { ui } = desk;
  const correcting = ui.fix !== null && now.entries[ui.fix] ? { fix: ui.fix, row: ui.row, ask: ui.ask } : {};
  if (ui.dice.length) left.set(ui.key, ui);
  desk.ui = { ...(left.get(key) ?? fresh()), key, ...correcting };
  left.delete(key);
}

function lastOf(now, state) {
  const at = now.entries.length - 1;
  if (at < 0) return null;
  const entry = now.entries[at];
  const told = state.entries[at].entry;
  const shown = told && { ...told, total: state.seats[entry.seat].total };
  const text = sentence(now.seats[entry.seat].name, entry, shown, bonusAt(now, state, at));
  return text ? { at, text, faces: entry.dice ?? [] } : null;
}

// The bonus, where this entry is the one that earned it.
function bonusAt(now, state, at) {
  const { seat } = now.entries[at];
  const { bonus } = state.seats[seat];
  if (!bonus?.isEarned || !bonus.pays) return 0;
  return desk.scoring.fold(before(now, at)).seats[seat].bonus.isEarned ? 0 : bonus.pays;
}

// `act` are the acts of the buttons, those of pad-acts.js.
export function paint(act) {
  const { scoring, model, queue } = desk;
  if (!isHere() || !scoring) return;
  const table = look(act);
  const { aim, tray } = padOf(table);
  desk.seen = { ...table, aim };
  const shared = { ...table, aim, last: table.last?.at };
  if (scoring.family === "race") paintLanes({ ...shared, gain: gain(table) });
  else paintSheet({ ...shared, ...columns(table, aim) });
  const isAsked = !document.getElementById("pad"); // something else, such as leaving, is to be confirmed
  if (model.may_enter && !isAsked) {
    paintTray({ ...tray, undo: Boolean(lastTold(table.now, model)) });
    takeOver();
  }
  paintNews({ ...table, queue, model, settle: act.correct });
}

const gain = ({ ui: { dice, sum } }) => sum + (dice.length ? desk.scoring.valueOf(dice).points : 0);

function columns({ now, state, ui }, aim) {
  const { rows, box, extra_pays: extraPays } = desk.scoring.tables;
  const isOwnLying = now.lying && !ui.dice.length;
  return { rows, box, extraPays, shown: shownSeat({ now, state, ui }, aim), worths: isOwnLying ? desk.model.worths : null };
}

// The sheet in hand; else the one asked for, the mover's, and on a phone of one's own one's own.
function shownSeat({ now, state, ui }, aim) {
  const { own, may_enter: mayEnter } = desk.model;
  if (aim && aim.at !== null) return aim.seat;
  if (ui.see !== null) return ui.see;
  const isApart = own.length < now.seats.length && own.length > 0;
  const isMovers = ui.dice.length || ui.row || !isApart || own.includes(state.mover);
  return (mayEnter && isMovers ? state.mover ?? own[0] : own[0] ?? state.mover) ?? 0;
}

function padOf(table) {
  const { now, state, ui } = table;
  if (state.isOver && ui.fix === null) return { aim: null, tray: over(table) };
  if (now.first === null) return { aim: null, tray: begin(table) };
  return (desk.scoring.family === "race" ? racePad : sheetPad)(table);
}

function over({ now, state }) {
  const best = state.seats.map((seat, at) => ({ ...seat, name: now.seats[at].name })).filter(({ place }) => place === 1);
  const heading = best.length === 1 && now.seats.length > 1 ? say("win", { name: best[0].name, n: best[0].total }) : says().endTitle;
  return { state: "look", heading, say: says().padOver };
}

function begin({ now, state, act }) {
  const names = now.seats.map(({ name }, at) => ({ text: name, cls: "value-tap", act: () => act.begin(at) }));
  return {
    state: "begin", heading: says().padBegin, say: now.seats.length > 1 ? says().padBeginHint : "", names: true,
    values: names.filter((_, at) => !state.seats[at].left),
  };
}
