// What the scripts of a real-dice table say: the page's own sentences with their fields filled in.

let source = "";
let said = {};

export function says() {
  const text = document.getElementById("says")?.dataset.says ?? source;
  if (text !== source) { source = text; said = JSON.parse(text); }
  return said;
}

const lang = () => document.documentElement.lang;

export const number = (n) => (n < 0 ? `−${number(-n)}` : new Intl.NumberFormat(lang()).format(n));
export const signed = (n) => (n < 0 ? number(n) : `+${number(n)}`);
export const points = (n) => fill(says().point[new Intl.PluralRules(lang()).select(n)], { n });

export function fill(sentence, fields) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => (typeof fields[name] === "number" ? number(fields[name]) : fields[name] ?? ""));
}

export const say = (name, fields) => fill(says()[name], fields);
export const rowName = (row) => says().rows[row] ?? "";

// An entry as the story tells it; empty where it brought nothing to be told.
export function sentence(name, entry, told, gotBonus) {
  if (entry.is_passed) return say("passed", { name });
  if (!told) return "";
  const { row, points: n, extra, joker } = told;
  if (row === "bank") return say("banked", { name, n, total: told.total });
  if (row === "bust") return say("lost", { name });
  if (row === "wins") return say("won", { name });
  const parts = [say(joker ? "scoredJoker" : "scored", { name, n, cat: rowName(row) })];
  if (extra) parts.push(fill(says().extra, { n: extra }));
  if (gotBonus) parts.push(say("bonus", { bonus: gotBonus }));
  return parts.join(" ");
}

// What an entry says in few words: "„Ful” 25".
export function inShort(entry, told) {
  if (entry.is_passed) return says().padPassedShort;
  const n = told?.points ?? entry.points;
  const shown = n === null || n === undefined ? (entry.dice ?? []).join(", ") : number(n);
  const cat = rowName(entry.row);
  return [cat && say("quoted", { cat }), shown].filter(Boolean).join(" ");
}

// How a button is called that enters these points.
export function entryLabel({ row, points: n, extra, joker }) {
  const name = extra ? (joker ? "canJokerExtra" : "canExtra") : joker ? "canJoker" : "can";
  return fill(says()[name], { cat: rowName(row), n: points(n), extra });
}
