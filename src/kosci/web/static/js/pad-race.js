// The pad and the board of Tysiąc with real dice: dice set aside roll by roll, their points, how the turn ends.
// Asks scoring.js what dice are worth; decides nothing.

import { element } from "./pad-sheet.js";
import { moverName, question, slotLabel } from "./pad-values.js";
import { fill, inShort, number, say, says } from "./pad-words.js";

// The same as `sheetPad` for a race.
export function racePad(table) {
  const { state, ui, now } = table;
  const at = ui.fix;
  const aim = { at, seat: at === null ? state.mover : now.entries[at].seat };
  if (ui.ask) return { aim, tray: question(table, aim) };
  return { aim, tray: at === null ? dice(table, aim) : correction(table, aim) };
}

function correction({ now, state, ui, act }, aim) {
  const old = inShort(now.entries[aim.at], state.entries[aim.at].entry);
  const buttons = [{ text: says().padBust, cls: "btn grow", act: () => act.ask({ kind: "bust" }) }];
  if (!now.entries[aim.at].is_passed) buttons.push({ text: says().padTakeOut, cls: "btn grow", act: () => act.ask({ kind: "take-out" }) });
  return {
    state: "values", heading: say("fixTitle", { name: now.seats[aim.seat].name, old }), say: ui.refusal || says().padFixRace,
    isWarning: Boolean(ui.refusal), typed: true, buttons, cancel: true,
  };
}

// How many dice may be set aside of the roll in hand: those that are left of five, and all five once all have scored.
export const roomOf = (ui) => 5 - (ui.aside % 5);

function dice(table, aim) {
  const { scoring, state, ui, act, now, last } = table;
  const room = roomOf(ui);
  const value = ui.dice.length ? scoring.valueOf(ui.dice) : { points: 0, scoring: [], wins: false };
  const points = ui.sum + value.points;
  const dead = without(ui.dice, value.scoring);
  const hasBegun = ui.dice.length > 0 || ui.sum > 0;
  const refusal = points ? scoring.bankRefusal(state, aim.seat, "bank", points) : null;
  const isFresh = !hasBegun && last;
  return {
    state: "dice",
    heading: moverName(now, aim.seat),
    count: hasBegun ? say("raceTurn", { n: points }) : "",
    say: isFresh && !ui.refusal ? last.text : ui.refusal || hint({ ui, value, dead, refusal }),
    isWarning: Boolean(ui.refusal || dead.length || (refusal && points)),
    slots: Array.from({ length: 5 }, (_, at) => place(ui, at, room)),
    isFull: ui.dice.length >= room,
    faceLabel: (face) => say("face", { n: face }),
    buttons: ends({ table, value, points, refusal: refusal || dead.length }),
    typed: !hasBegun,
    cancel: hasBegun,
  };
}

function place(ui, at, room) {
  const face = ui.dice[at] ?? null;
  const kind = face ? "tapped" : at < room ? "empty" : "empty away";
  return { face, kind, label: slotLabel(face, kind, at), isLast: at === ui.dice.length - 1 };
}

function hint({ ui, value, dead, refusal }) {
  if (dead.length) return fill(says().raceDead, { dice: dead.join(", ") });
  if (refusal) return refused(refusal);
  return ui.dice.length ? say("raceRoll", { n: value.points }) : says().padRaceHint;
}

export function refused({ code, ...params }) {
  if (code === "opening") return say("raceOpening", params);
  if (code === "exact") return say("raceExact", params);
  return say("racePoints", params);
}

function without(dice, part) {
  const rest = [...dice];
  for (const face of part) rest.splice(rest.indexOf(face), 1);
  return rest;
}

function ends({ table: { act }, value, points, refusal }) {
  if (value.wins) return [{ text: says().padWins, cls: "btn grow primary", act: () => act.ask({ kind: "wins", points }) }];
  const bust = { text: says().padBust, cls: "btn grow", act: () => act.ask({ kind: "bust" }) };
  if (!points) return [bust];
  const found = [bust];
  if (value.points) found.push({ text: says().raceOnShort, label: say("raceOn", { n: points }), cls: "btn grow roll", act: () => act.rollOn() });
  if (!refusal) {
    found.push({ text: say("raceBank", { n: points }), cls: "btn grow primary bank", act: () => act.enter({ row: "bank", points: String(points) }) });
  }
  return found;
}

// --- the board ---------------------------------------------------------------------------------

export function paintLanes({ state, now, scoring, gain, mayEnter, aim, last }) {
  const { target } = scoring.tables;
  document.querySelectorAll(".lane").forEach((lane, at) => {
    const { total, left } = state.seats[at];
    const percent = Math.min(100, Math.floor(100 * total / target));
    const isMover = at === state.mover;
    lane.className = ["lane", isMover && "mover", left && "gone"].filter(Boolean).join(" ");
    if (isMover) lane.setAttribute("aria-current", "true");
    else lane.removeAttribute("aria-current");
    const [shown, spoken] = lane.querySelectorAll(".banked span");
    shown.textContent = number(total);
    spoken.textContent = say("raceLane", { name: now.seats[at].name, n: total, target });
    track(lane.querySelector(".track"), percent, isMover ? Math.min(100 - percent, Math.ceil(100 * gain / target)) : 0);
  });
  turns({ state, now, mayEnter, aim, last });
}

function track(svg, percent, gain) {
  svg.querySelector(".pawn").setAttribute("x", `${percent}%`);
  bar(svg, "gain", percent, gain, 9, 4);
  bar(svg, "way", 0, percent, 8, 6);
}

function bar(svg, cls, x, width, y, height) {
  let rect = svg.querySelector(`.${cls}`);
  if (!width) { rect?.remove(); return; }
  if (!rect) {
    rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    rect.setAttribute("class", cls);
    svg.insertBefore(rect, svg.querySelector(".pawn"));
  }
  for (const [name, value] of Object.entries({ x: `${x}%`, width: `${width}%`, y, height })) rect.setAttribute(name, value);
}

function turns({ state, now, mayEnter, aim, last }) {
  const part = document.getElementById("turns");
  if (!part) return;
  part.hidden = !now.entries.length;
  const lines = Math.max(0, ...now.entries.map(({ turn }) => turn));
  const rows = Array.from({ length: lines }, (_, line) => {
    const row = element("tr");
    const head = element("th", "", String(line + 1));
    head.scope = "row";
    row.append(head, ...now.seats.map((_seat, seat) => cell({ line, seat, state, now, mayEnter, aim, last })));
    return row;
  });
  const body = part.querySelector("tbody");
  const shown = rows.map((row) => row.outerHTML).join("");
  if (body.dataset.shown !== shown) { body.replaceChildren(...rows); body.dataset.shown = shown; }
}

function cell({ line, seat, state, now, mayEnter, aim, last }) {
  const at = now.entries.findIndex((entry) => entry.seat === seat && entry.turn === line + 1);
  const box = element("td", at >= 0 && at === last ? "last" : "");
  if (at < 0) return box;
  const entry = now.entries[at];
  const text = entry.is_passed ? says().padPassedShort : number(state.entries[at].entry?.points ?? entry.points ?? 0);
  if (!mayEnter || !entry.is_open) { box.append(element("span", "value", text)); return box; }
  const button = element("button", `turn-fix${aim?.at === at ? " chosen" : ""}`);
  button.name = "seq";
  button.value = String(at);
  button.setAttribute("form", "pad-fix");
  button.setAttribute("aria-label", say("turnCell", { name: now.seats[seat].name, n: line + 1, points: text }));
  button.append(element("span", "value", text));
  box.append(button);
  return box;
}
