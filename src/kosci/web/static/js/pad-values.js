// The pad of a sheet game with real dice: which state it is in, and what each button of it does.
// Asks scoring.js what a row can take; knows no page.

import { before } from "./pad-state.js";
import { entryLabel, fill, inShort, number, rowName, say, says } from "./pad-words.js";

// `table`: { scoring, now, state, ui, act } – `act` are the acts of pad.js. Gives { tray, aim } for painting.
export function sheetPad(table) {
  const { state, ui } = table;
  const aim = aimOf(table);
  if (ui.ask) return { aim, tray: question(table, aim) };
  if (ui.row) return { aim, tray: values(table, aim) };
  if (aim.at !== null) return { aim, tray: rows(table, aim) };
  return { aim: { ...aim, entries: entriesOf(table, aim) }, tray: dice(table, state) };
}

// Whose entry is in hand, with the cards as they stood then.
function aimOf({ scoring, now, state, ui }) {
  const at = ui.fix === null ? null : ui.fix;
  const then = at === null ? state : scoring.fold(before(now, at));
  const seat = at === null ? state.mover : now.entries[at].seat;
  const card = then.seats[seat];
  const open = scoring.tables.rows.filter((_, n) => card.values[n] === null && card.turnsLeft > 0).map(({ id }) => id);
  return { at, then, seat, row: ui.row, open: new Set(open), entries: null };
}

// The five dice that lie on the pad, or null.
export function handOf({ now, ui }) {
  const places = slotsOf(now, ui);
  return places.every(({ face }) => face) ? places.map(({ face }) => face) : null;
}

export function slotsOf(now, ui, count = 5) {
  if (now.lying && !ui.dice.length) {
    return now.lying.faces.map((face, at) => ({ face, kind: ui.keep.has(at + 1) ? "kept" : "lying" }));
  }
  const fallen = [...ui.dice];
  return Array.from({ length: count }, (_, at) => {
    if (now.lying && ui.keep.has(at + 1)) return { face: now.lying.faces[at], kind: "kept" };
    const face = fallen.shift() ?? null;
    return { face, kind: face ? "tapped" : "empty" };
  });
}

function entriesOf(table, aim) {
  const hand = handOf(table);
  if (!hand) return null;
  const found = table.scoring.entries(table.state, aim.seat, hand);
  return Object.fromEntries(found.map((entry) => [entry.row, entry]));
}

// Whose turn it is, in one word: the strip and the sheet mark it too.
export const moverName = (now, seat) => (now.seats.length > 1 ? now.seats[seat].name : says().turnYou);

function dice({ scoring, now, ui, state, act, last }) {
  const places = slotsOf(now, ui);
  const isNew = ui.dice.length > 0;
  const isFull = places.every(({ face }) => face) && (isNew || !now.lying);
  const used = now.lying?.rolls_used ?? 0;
  const { rolls } = scoring.tables;
  const lastTap = places.findLastIndex(({ kind }) => kind === "tapped");
  const hint = isFull ? says().padRowsHint : now.lying ? says().padKeepHint : says().padDiceHint;
  const isFresh = !isNew && !now.lying && last;
  return {
    state: "dice",
    heading: moverName(now, state.mover),
    count: used ? say("roll", { n: used + (isFull ? 1 : 0), rolls }) : "",
    say: isFresh ? last.text : (now.lying && !isNew && ui.advice) || hint,
    lastFaces: isFresh ? last.faces : [],
    slots: places.map(({ face, kind }, at) => ({
      face, kind, isLast: at === lastTap,
      label: slotLabel(face, kind, at),
    })),
    isFull,
    faceLabel: (face) => say("face", { n: face }),
    more: isFull && used + 1 < rolls ? { text: says().padMore, label: say("roll", { n: used + 2, rolls }), act: act.more } : null,
    cancel: isNew || ui.keep.size > 0,
  };
}

export function slotLabel(face, kind, at) {
  const name = kind === "tapped" ? "slotTap" : face ? "slot" : "slotBlank";
  return fill(says()[name], { i: at + 1, v: face }) + (kind === "kept" ? `, ${says().dieKept}` : "");
}

// --- the values of a row -----------------------------------------------------------------------

function values(table, aim) {
  const { scoring, now, ui, act } = table;
  const readings = scoring.readings(aim.then, aim.seat, ui.row);
  const byPoints = Map.groupBy ? Map.groupBy(readings, (one) => one.points) : grouped(readings);
  const upper = scoring.tables.rows.find(({ id }) => id === ui.row).section === "upper";
  const face = upper ? Math.max(...byPoints.keys()) / 5 : 0;
  const old = aim.at === null ? null : table.state.entries[aim.at].entry;
  const taps = [...byPoints].map(([points, ways]) => value({ points, ways, face, row: ui.row, old, act }));
  taps.push(...takeOut(table, aim).map((tap) => ({ ...tap, text: "–", label: tap.text, cls: "value-tap" })));
  return {
    state: "values",
    heading: aim.at === null ? rowName(ui.row) : fixTitle(table, aim),
    say: ui.refusal || (aim.at === null ? named(now, aim.seat, says().padValuesHint) : named(now, aim.seat, says().padFixHint, old?.row === ui.row ? "" : rowName(ui.row))),
    isWarning: Boolean(ui.refusal),
    values: taps,
    typed: true,
    cancel: true,
  };
}

// What to do, after whose entry it is where there are several players, or after what is given.
function named(now, seat, hint, before = now.seats.length > 1 ? now.seats[seat].name : "") {
  return before ? `${before} · ${hint}` : hint;
}

function grouped(readings) {
  const found = new Map();
  for (const one of readings) found.set(one.points, [...(found.get(one.points) ?? []), one]);
  return found;
}

function value({ points, ways, face, row, old, act }) {
  const extras = new Set(ways.map(({ extra }) => extra));
  const extra = extras.size === 1 ? ways[0].extra : 0;
  const isNow = old && old.row === row && old.points === points;
  return {
    text: number(points),
    label: entryLabel({ row, points, extra, joker: false }),
    note: face ? `${points / face}×` : extra ? `+${number(extra)}` : "",
    cls: ["value-tap", isNow && "now", face && points === 3 * face && "first"].filter(Boolean).join(" "),
    act: () => act.choose(points),
  };
}

function fixTitle({ now, state }, aim) {
  const old = inShort(now.entries[aim.at], state.entries[aim.at].entry);
  return say("fixTitle", { name: now.seats[aim.seat].name, old });
}

function takeOut({ now, act }, aim) {
  if (aim.at === null || now.entries[aim.at].is_passed) return [];
  return [{ text: says().padTakeOut, cls: "btn grow", act: () => act.ask({ kind: "take-out" }) }];
}

// An entry whose own row cannot be filled any more, or a turn without one: first a row.
function rows(table, aim) {
  return { state: "values", heading: fixTitle(table, aim), say: says().padFixRow, buttons: takeOut(table, aim), cancel: true };
}

// --- questions ---------------------------------------------------------------------------------

export function question({ now, ui, act, scoring }, aim) {
  const { ask } = ui;
  const name = now.seats[aim.seat]?.name ?? "";
  const yes = (text, run) => ({ text, cls: "btn grow primary confirm", act: run });
  const asked = {
    zero: () => ({ say: say("zero", { cat: rowName(ask.row) }), buttons: [yes(says().doScoreZero, () => act.enter({ ...ask.report }))] }),
    alike: () => alike(ask, scoring, aim, act),
    "take-out": () => ({ say: say("takeOutAsk", { name }), buttons: [yes(says().doConfirm, act.takeOut)] }),
    pass: () => ({ say: say("passAsk", { name }), buttons: [yes(says().doConfirm, act.pass)] }),
    bust: () => ({ say: says().padBustAsk, buttons: [yes(says().padYes, () => act.enter({ row: "bust", points: "0" }))] }),
    wins: () => ({ say: says().padWinsAsk, buttons: [yes(says().padYes, () => act.enter({ row: "wins", points: String(ask.points) }))] }),
  }[ask.kind]();
  return { state: "ask", heading: name, isQuestion: true, isWarning: ask.kind !== "alike" && ask.kind !== "wins", cancel: true, ...asked };
}

function alike({ row, points }, scoring, aim, act) {
  const ways = scoring.readings(aim.then, aim.seat, row).filter((one) => one.points === points);
  const extra = (isAlike) => ways.find((one) => one.alike === isAlike)?.extra ?? 0;
  const answer = (text, sent) => ({ text, cls: "btn grow", act: () => act.enter({ row, points: String(points), alike: sent }) });
  return {
    heading: says().padAlike,
    say: say("alikeLine", { cat: rowName(row), n: points, yes: extra(true), no: extra(false) }),
    buttons: [answer(says().padYes, "yes"), answer(says().padNo, "no")],
  };
}
