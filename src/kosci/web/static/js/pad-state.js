// A real-dice table as this device knows it: the server's entries with those that have not come there yet.
// Pure: no page, no storage, no sending. Rules are asked of scoring.js.

const verbOf = (post) => post.url.split("/").pop();
const diceOf = (text) => (text ? text.split(" ").map(Number) : null);
const orNull = (text) => (text === undefined || text === "" ? null : Number(text));
const ANSWERS = { yes: true, no: false };

// The number of the turn that a seat comes to next.
export const nextTurn = (model, seat) => model.turns[seat] + 1;

function reported(fields) {
  const dice = diceOf(fields.dice);
  return {
    row: fields.row, dice, points: dice ? null : orNull(fields.points), alike: ANSWERS[fields.alike] ?? null, is_passed: false,
  };
}

const PASSED = { row: null, dice: null, points: null, alike: null, is_passed: true };

function placed(model, { seq, seat, turn }) {
  if (seq) return model.entries.findIndex((entry) => entry.seq === Number(seq));
  return model.entries.findIndex((entry) => entry.seat === Number(seat) - 1 && entry.turn === Number(turn));
}

// A told roll: new dice fill the places that were not kept, from left to right.
function rolled(lying, fields) {
  const fallen = diceOf(fields.dice);
  const kept = [fields.keep ?? []].flat().map(Number);
  const faces = lying && kept.length
    ? lying.faces.map((face, at) => (kept.includes(at + 1) ? face : fallen.shift()))
    : fallen;
  return { faces, rolls_used: Number(fields.roll), fixed: kept };
}

const ACTS = {
  begin(model, fields) { if (model.first === null) model.first = Number(fields.seat) - 1; },
  enter(model, fields, id) { add(model, fields, id, reported(fields)); },
  pass(model, fields, id) { add(model, fields, id, PASSED); },
  told(model, fields, id) {
    const isNext = Number(fields.turn) === nextTurn(model, Number(fields.seat) - 1);
    if (isNext && Number(fields.roll) > (model.lying?.rolls_used ?? 0)) model.lying = { ...rolled(model.lying, fields), post: id };
  },
  correct(model, fields) {
    const at = placed(model, fields);
    if (at >= 0) model.entries[at] = { ...model.entries[at], ...(fields.row === "pass" ? PASSED : reported(fields)) };
  },
  undo(model, fields) {
    const at = placed(model, fields);
    if (at >= 0) model.turns[model.entries.splice(at, 1)[0].seat] -= 1;
    else if (fields.seq && model.lying && Number(fields.seq) === model.undo) model.lying = null;
    else if (fields.seq && !model.entries.length && Number(fields.seq) === model.undo) model.first = null;
  },
};

// A turn that the server knows already counts once.
function add(model, fields, id, entry) {
  const seat = Number(fields.seat) - 1;
  const turn = Number(fields.turn);
  if (turn < nextTurn(model, seat)) return;
  model.entries.push({ seq: null, post: id, seat, turn, is_open: true, ...entry });
  model.turns[seat] += 1;
  model.lying = null;
}

// The model with the posts of this device on top, in their order.
export function overlaid(model, posts) {
  const now = { ...model, entries: [...model.entries], turns: [...model.turns] };
  for (const post of posts) ACTS[verbOf(post)]?.(now, post.fields, post.id);
  return now;
}

// What "take back" would take back, as the fields that name it; null where there is nothing.
export function lastTold(now, model) {
  if (now.lying) return now.lying.post ? { post: now.lying.post } : { seq: String(model.undo) };
  const last = now.entries.at(-1);
  if (last) return last.seq ? { seq: String(last.seq) } : { seat: String(last.seat + 1), turn: String(last.turn), post: last.post };
  return model.undo && now.first !== null ? { seq: String(model.undo) } : null;
}

// The model as it was before one of its entries.
export function before(now, at) {
  return { ...now, entries: now.entries.slice(0, at), lying: null };
}
