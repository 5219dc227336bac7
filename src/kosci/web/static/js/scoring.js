// Scoring on the device: looks up the tables that the engine exports for one game's rules, and folds a real-dice table's
// entries into what stands. Knows no rule, no page and no words.
//
//   const scoring = await load(url);          the tables behind a model's `scoring`; throws where they cannot be had
//   const scoring = scoringBy(tables);        the same from tables already at hand
//   scoring.family                            "scorecard" or "race"; scoring.tables is the data itself
//   const state = scoring.fold(model);        the game after the model's entries; nothing of the model is changed.
//       Of the model are read `seats` [{left}], `first` (null: not begun) and `entries` [{seat, row, dice, points,
//       alike, is_passed}]. Entries not sent yet are put behind the others, corrected ones in their place. Seats count
//       from 0. `dice` are five numbers in any order, or null where `points` were told.
//
// state = { isBegun, isOver, mover: seat|null, winner: seat|null, seats: [seat, …], entries: [told, …] }
//   seat of a sheet game: { values: [points|null by row], extras, passed, upper, total, turnsLeft, turn, left, place,
//                           bonus: {upper, at, pays, againstPar, isEarned, isLost} }
//   seat of a race:       { total, turn, left, place }     (`turn` = the number of its next turn, from 1)
//   told, one for each entry of the model:
//       { entry: {row, points, extra, joker}|null, refusal: {code, …}|null, isFlagged }
//       An entry that does not fit is flagged; if it is of the seat to move, its turn is used up, as on the server.
//
// Sheet games:
//   scoring.entries(state, seat, dice)        every legal entry [{row, points, extra, joker}], in the order of the rows
//   scoring.readings(state, seat, row)        every way some five dice fill the row [{points, extra, alike, dice}]
//   scoring.needsAlike(state, seat, row, points)    whether "five alike?" has to be answered for these points
//   scoring.check(state, seat, report)        {entry, refusal}: what {row, dice, points, alike} means, or why it cannot
//       be: refusal = {code, row, points, allowed: [rows], possible: [points]}, code as the server's (`row-used`,
//       `row-refused-…`, `row-unknown`, `report-impossible`, `report-alike`, `report-dice`)
//   scoring.afterEntry(state, seat, entry)    the seat as it would stand with an entry, to show its effect
// Races:
//   scoring.valueOf(dice)                     {points, scoring: [faces], wins} of one to five dice of one roll
//   scoring.parts(dice)                       the parts of a roll that may be set aside [[faces], …]
//   scoring.bankRefusal(state, seat, row, points)   why a turn cannot end so (`bank`, `bust`, `wins`): {code, …} or null
//   scoring.turnOf(state, seat, rolls)        a turn told roll by roll, rolls = [{dice, aside}, …], `aside` null where
//       it is not decided: {points, count: dice to roll now, ended: null|"bust"|"wins", brings,
//       choices: [{aside, points, bank: code|null, rollOn: code|null}] for the last roll, all that scores last}
//   scoring.check(state, seat, report)        as above; entry = {row, points}

import { race } from "./scoring-race.js";
import { sheet } from "./scoring-sheet.js";

const kept = new Map(); // tables by address: an address never changes its content

export async function load(url) {
  if (!kept.has(url)) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    kept.set(url, await answer.json());
  }
  return scoringBy(kept.get(url));
}

export function scoringBy(tables) {
  const rules = tables.family === "race" ? race(tables) : sheet(tables);
  return { family: tables.family, tables, ...rules, fold: (model) => fold(rules, model) };
}

function fold(rules, model) {
  const seats = model.seats.map(({ left }) => ({ ...rules.empty(), left: Boolean(left), turn: 1 }));
  const last = seats.map((_, seat) => model.entries.findLastIndex((entry) => entry.seat === seat));
  const state = { isBegun: typeof model.first === "number", isOver: false, mover: null, winner: null, seats, entries: [] };
  // Who has left plays on as long as entries of theirs follow.
  const plays = (seat, at) => !seats[seat].left || last[seat] > at;
  if (state.isBegun) pass(rules, state, model.first - 1, (seat) => plays(seat, -1));
  for (const [at, entry] of model.entries.entries()) {
    state.entries.push(told(rules, state, entry, (seat) => plays(seat, at)));
  }
  const staying = seats.flatMap(({ left }, seat) => (left ? [] : [seat]));
  if (staying.length < seats.length) rules.afterLeaving(state, staying);
  if (state.isOver) state.mover = null;
  ranked(rules, state);
  return { ...state, seats: seats.map(rules.shown) };
}

function told(rules, state, entry, plays) {
  const { mover } = state;
  if (mover === null || state.isOver) {
    return { entry: null, refusal: { code: state.isBegun ? "game-over" : "begin-first" }, isFlagged: true };
  }
  if (entry.seat !== mover) {
    return { entry: null, refusal: { code: "not-your-turn", seat: entry.seat, mover }, isFlagged: true };
  }
  const found = entry.is_passed ? { entry: null, refusal: null } : rules.checked(state.seats[mover], entry);
  rules.written(state, mover, found.entry, plays);
  state.seats[mover].turn += 1;
  if (!state.isOver) pass(rules, state, mover, plays);
  return { ...found, isFlagged: found.refusal !== null };
}

// The next seat that still has a turn, the one just played last of all; the game ends when there is none.
function pass(rules, state, from, plays) {
  const count = state.seats.length;
  const order = state.seats.map((_, step) => (from + 1 + step) % count);
  const next = order.find((seat) => plays(seat) && rules.hasTurns(state.seats[seat]));
  if (next === undefined) state.isOver = true;
  else state.mover = next;
}

// Equal results share a place and the next is skipped; who has left comes last.
function ranked(rules, state) {
  const worth = (seat) => [state.seats[seat].left ? 0 : 1, seat === state.winner ? 1 : 0, rules.total(state.seats[seat])];
  const isMore = (one, other) => { const at = one.findIndex((part, n) => part !== other[n]); return at >= 0 && one[at] > other[at]; };
  const all = state.seats.map((_, seat) => worth(seat));
  state.seats.forEach((seat, at) => { seat.place = 1 + all.filter((other) => isMore(other, all[at])).length; });
}
