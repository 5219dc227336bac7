// Paints the sheet of a real-dice table as it stands on this device, into the boxes the server made. Decides nothing.

import { entryLabel, number, points, rowName, say, says, signed } from "./pad-words.js";

const PART = ".board .row-";

// One box: text alone, or the button that was there, or a new one. Buttons stay, so that the focus stays.
function box(cell, want) {
  cell.className = [want.state, want.isLast && "last", ...want.marks].filter(Boolean).join(" ");
  let button = cell.querySelector("button");
  if (!want.button) {
    cell.replaceChildren(...(want.text === null ? [hidden(says().open && want.label)] : [value(want.text)]), ...extras(want));
    return;
  }
  if (!button) {
    button = document.createElement("button");
    cell.replaceChildren(button);
  }
  for (const other of [...cell.children]) if (other !== button) other.remove();
  if (want.isLast) cell.append(hidden(` (${says().sheetLast})`));
  dress(button, want);
}

function dress(button, { button: { form, name, sent, kind }, label, isChosen, text, worth, ...want }) {
  button.className = ["take", kind, isChosen && kind !== "possible" && "chosen", want.isZero && "zero", want.isJoker && "joker"].filter(Boolean).join(" ");
  button.setAttribute("form", form);
  button.name = name;
  button.value = sent;
  button.setAttribute("aria-label", label);
  if (isChosen) button.setAttribute("aria-pressed", "true");
  else button.removeAttribute("aria-pressed");
  button.replaceChildren(value(text ?? ""), ...extras(want));
  if (!worth) return;
  const small = element("small", `row-worth${worth[2] ? " best" : ""}`, worth[0]);
  button.append(small);
}

export function element(tag, cls, text) {
  const made = document.createElement(tag);
  if (cls) made.className = cls;
  if (text !== undefined) made.textContent = text;
  return made;
}

const value = (text) => element("span", "value", text);
const hidden = (text) => element("span", "sr", text);
const extras = ({ extra }) => (extra ? [element("small", "extra", `+${number(extra)}`)] : []);

// --- the columns -------------------------------------------------------------------------------

// `view`: { state, now, shown, aim: {seat, entries: {row: entry}|null, open: Set|null, row, at}, mayEnter, worths, extraPays }
export function paintSheet(view) {
  const { state, now } = view;
  const filled = byBox(view);
  state.seats.forEach((seat, at) => {
    const marks = [at === state.mover && "mover", at === view.shown && "shown", seat.left && "gone"].filter(Boolean);
    view.rows.forEach((row, n) => {
      const cell = document.querySelector(`${PART}${row.id}`)?.querySelectorAll("td")[at];
      if (cell) box(cell, { marks, ...content(view, at, row, seat.values[n], filled) });
    });
    bonus(document.querySelectorAll(".board tr.bonus td")[at], seat.bonus, marks);
    const total = document.querySelectorAll(".board .total td")[at];
    total.className = ["sum", ...marks].join(" ");
    total.textContent = number(seat.total);
    head(at, seat, marks);
  });
  chips(view);
  round(state);
  return now;
}

// Which entry fills which box: "seat row" → its place among the entries.
function byBox({ now, state }) {
  const filled = new Map();
  now.entries.forEach((entry, at) => {
    const told = state.entries[at];
    if (told.entry && entry.is_open) filled.set(`${entry.seat} ${told.entry.row}`, at);
  });
  return filled;
}

function content(view, seat, row, written, filled) {
  const { aim, mayEnter, state } = view;
  const at = filled.get(`${seat} ${row.id}`);
  const isBox = view.rows.indexOf(row) === view.box;
  const extra = written !== null && isBox ? view.extraPays * state.seats[seat].extras : 0;
  const isLast = at !== undefined && at === view.last;
  const text = written === null ? null : number(written);
  const isAim = mayEnter && aim?.seat === seat;
  if (isAim && aim.at !== at && aim.open?.has(row.id)) return openBox(view, row, { text, extra, written });
  if (mayEnter && at !== undefined) {
    const label = say("fix", { cat: rowName(row.id), n: points(written) });
    const button = { form: "pad-fix", name: "seq", sent: String(at), kind: "fix" };
    return { state: "filled", text, label, extra, isLast, isChosen: aim?.at === at, button };
  }
  return { state: written === null ? "open" : "filled", text, extra, isLast, label: rowName(row.id) };
}

function openBox({ aim, worths }, row, { text, extra, written }) {
  const cat = rowName(row.id);
  const button = { form: "pad-ask", name: "row", sent: row.id, kind: "empty" };
  const isChosen = aim.row === row.id;
  if (written !== null) return { state: "filled", text, extra, label: say("open", { cat }), isChosen, button: { ...button, kind: "fix" } };
  if (!aim.entries) return { state: "empty", text: "", label: say("open", { cat }), isChosen, button };
  const entry = aim.entries[row.id];
  if (!entry) return { state: "refused", text: "·", label: say("refused", { cat }), button: { ...button, kind: "refused" } };
  const worth = worths?.[row.id];
  const label = worth ? `${entryLabel(entry)}; ${worth[1]}` : entryLabel(entry);
  return {
    state: "possible", text: number(entry.points), extra: entry.extra, label, worth, isChosen,
    isZero: !entry.points && !entry.extra, isJoker: entry.joker, button: { ...button, kind: "possible" },
  };
}

// --- sums, heads, the strip --------------------------------------------------------------------

function bonus(cell, state, marks) {
  const kind = state.isEarned ? "earned" : state.isLost ? "lost" : "open";
  const note = state.isEarned ? say("bonusGot", { bonus: state.pays })
    : state.isLost ? says().bonusLost
      : `${say("bonusLeft", { n: state.at - state.upper })}. ${say("bonusPar", { d: signed(state.againstPar) })}`;
  cell.className = [`bonus-${kind}`, ...marks].join(" ");
  cell.title = note;
  const have = `${state.upper}/${state.at}`;
  const parts = {
    earned: [element("span", "got", `+${number(state.pays)}`), " ", element("small", "", have)],
    lost: [element("span", "lost", "0"), " ", element("small", "", have)],
    open: [element("span", "way", have), " ", element("small", "par", signed(state.againstPar))],
  };
  cell.replaceChildren(...parts[kind], hidden(` ${note}`));
}

function head(at, seat, marks) {
  for (const part of document.querySelectorAll(".board table")) {
    const cell = part.querySelectorAll("thead th")[at + 1];
    cell.className = marks.join(" ");
    if (marks.includes("mover")) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
    const caption = cell.querySelector("small");
    if (caption && !seat.left) caption.textContent = points(seat.total);
    const column = part.querySelectorAll("col")[at + 1];
    column.className = marks.includes("shown") ? "shown" : "";
  }
}

function chips({ state, shown }) {
  document.querySelectorAll(".strip .chip").forEach((chip, at) => {
    chip.classList.toggle("mover", at === state.mover);
    chip.classList.toggle("shown", at === shown);
    if (at === shown) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    if (!state.seats[at].left) chip.querySelector("span").textContent = number(state.seats[at].total);
  });
}

function round(state) {
  const place = document.querySelector(".top .game > span:not(.dot)");
  if (!place?.firstChild || state.mover === null) return;
  const seat = state.seats[state.mover];
  const turns = seat.turnsLeft + seat.values.filter((one) => one !== null).length + seat.passed;
  place.firstChild.nodeValue = `${say("round", { n: turns - seat.turnsLeft + 1, turns })} `;
}
