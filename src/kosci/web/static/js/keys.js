// The keyboard at the table: only while the board has the focus, and not at all if switched off.

import { say, words } from "./page.js";

const one = (selector) => document.querySelector(selector);
const takes = () => [...document.querySelectorAll(".board .take")];
const text = (element) => (element?.innerText ?? element?.textContent ?? "").replace(/\s+/g, " ").trim();

function press(selector) {
  const button = one(selector);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

function flip(n) {
  const tick = document.getElementById(`die-${n}`);
  if (!tick) return false;
  tick.click();
  say(text(one(`label[for="die-${n}"]`)));
  return true;
}

// Up and down through the open rows; left and right to the other part of the sheet.
function walk(key) {
  const all = takes();
  if (!all.length) return false;
  const at = all.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  let to;
  if (at < 0) to = step === -1 ? all.at(-1) : all[0];
  else if (step) to = all[(at + step + all.length) % all.length];
  else to = across(all[at], all);
  to.focus();
  return true;
}

function across(here, all) {
  const part = here.closest("table");
  const middle = (button) => { const box = button.closest("tr").getBoundingClientRect(); return box.top + box.height / 2; };
  const others = all.filter((button) => button.closest("table") !== part);
  return others.sort((a, b) => Math.abs(middle(a) - middle(here)) - Math.abs(middle(b) - middle(here)))[0] ?? here;
}

// Ask the coach; where it has spoken already, go to what it says.
function hint() {
  if (press("#hint")) return true;
  const coach = one("#coach");
  coach?.focus();
  return Boolean(coach);
}

function readDice() {
  const slots = [...document.querySelectorAll(":is(.dice, .slots) .slot")].map((slot) => text(slot.querySelector(".die")));
  say([text(one("#turn-heading")), text(one(".count")), ...slots].filter(Boolean).join(". "));
  return true;
}

function readCard() {
  const rows = [...document.querySelectorAll(".board tbody tr")].map((row) => {
    const cell = row.querySelector("td.shown") ?? row.querySelector("td");
    const take = cell.querySelector(".take");
    return take ? take.getAttribute("aria-label") : `${text(row.querySelector(".row-name"))}: ${text(cell) || "–"}`;
  });
  const lanes = [...document.querySelectorAll(".lane")].map((lane) => text(lane.querySelector(".banked .sr")));
  say([...rows, ...lanes].join(". "));
  return true;
}

const readLast = () => { say(text(one(".story .line"))); return true; };
const help = () => { document.getElementById("keys").showModal(); return true; };

const ACTS = {
  r: () => press(".roll"), b: () => press(".bank"), u: () => press(".undo"), h: hint,
  d: readDice, c: readCard, l: readLast, "?": help,
};

function act(event) {
  const { key } = event;
  if (one("#pad")) {
    if (/^[1-6]$/.test(key)) return press(`#face-${key}`);
    if (key === "Backspace") return press("#pad .last-tapped");
  }
  const focused = document.activeElement;
  if (key === " ") return focused.matches("body, main") && press(".roll");
  if (key === "Escape") return press(".cancel:not([hidden])");
  if (/^[1-5]$/.test(key)) return flip(key);
  if (key.startsWith("Arrow")) return walk(key);
  return ACTS[key.toLowerCase()]?.() ?? false;
}

const hasBoard = (focused) => !focused || focused === document.body || (focused.closest("#main") && !focused.closest("input[type=text], select, details, .invite"));

export function startKeys() {
  const helpItem = one("[data-keys-help]");
  if (helpItem) document.addEventListener("click", (event) => { if (event.target.closest("[data-keys-help]")) help(); });
  if (!words().keys) return;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || one("dialog[open]")) return;
    if (hasBoard(document.activeElement) && act(event)) event.preventDefault();
  });
}
