// Paints the pad of a real-dice table from a plain description of it. Decides nothing; buttons stay where they are the
// same, so that the focus stays.
//
// tray = { state, heading, count, say, isWarning, slots: [{face, kind, label}], isFull, values: [tap], buttons: [tap],
//          names: bool, typed, more, undo, cancel }; tap = { text, label, note, cls, act }

import { element } from "./pad-sheet.js";

const one = (id) => document.getElementById(id);
const show = (id, isShown) => { const part = one(id); if (part) part.hidden = !isShown; };

// Where the parts are this device's own, a newer page of the server leaves them alone, until it has none of them.
const OWN = ["pad-dice", "pad-values", "pad-do", "flags"];
export const takeOver = () => { for (const id of OWN) one(id)?.setAttribute("hx-morph-skip", ""); };
export const letGo = () => { for (const id of OWN) one(id)?.removeAttribute("hx-morph-skip"); };

export const pips = (face) => one("pad-pips").content.children[face ? face - 1 : 6].cloneNode(true);

export function smallDice(faces) {
  const row = element("span", "smalls");
  row.setAttribute("aria-hidden", "true");
  row.append(...faces.map(pips));
  return row;
}

let acts = new Map(); // what the buttons made here do

export const actOf = (button) => acts.get(button);

function buttonOf(tap) {
  const button = element("button", tap.cls ?? "");
  button.type = "button";
  button.setAttribute("aria-label", tap.label ?? tap.text);
  button.append(element("span", "", tap.text));
  if (tap.note) button.append(element("small", "", tap.note));
  return button;
}

const looks = (taps) => JSON.stringify(taps.map(({ text, label, note, cls }) => [text, label, note, cls]));

function fillWith(place, taps) {
  place.hidden = !taps.length;
  if (place.dataset.looks !== looks(taps)) {
    place.replaceChildren(...taps.map(buttonOf));
    place.dataset.looks = looks(taps);
  }
  taps.forEach((tap, at) => acts.set(place.children[at], tap.act));
}

function slot(place, { face, kind, label, isLast }, at) {
  place.className = ["slot", kind].join(" ");
  place.dataset.face = face ?? "";
  const look = `${face} ${kind} ${label}`;
  let die = place.querySelector(".die");
  const isButton = kind !== "empty";
  if ((die?.tagName === "BUTTON") !== isButton || place.dataset.look !== look) {
    const made = element(isButton ? "button" : "div", "die");
    if (isButton) made.type = "button";
    if (isButton && die === document.activeElement) setTimeout(() => made.focus({ preventScroll: true }));
    place.replaceChildren(made);
    die = made;
    place.dataset.look = look;
    die.append(pips(face));
    if (isButton) die.setAttribute("aria-label", label);
    else die.append(element("span", "sr", label));
  }
  die.dataset.place = at + 1;
  die.classList.toggle("last-tapped", Boolean(isLast));
  if (kind === "lying" || kind === "kept") die.setAttribute("aria-pressed", String(kind === "kept"));
  else die.removeAttribute("aria-pressed");
}

function slots({ slots: wanted, more }) {
  const row = document.querySelector("#pad .slots");
  while (row.querySelectorAll(".slot").length < wanted.length) row.append(element("div", "slot"));
  const places = [...row.querySelectorAll(".slot")];
  places.forEach((place, at) => { if (wanted[at]) slot(place, wanted[at], at); else place.remove(); });
  let button = one("more");
  if (!button || button.closest("form")) {
    button?.closest("form").remove();
    button = element("button", "btn more roll");
    button.type = "button";
    button.id = "more";
  }
  row.append(button);
  button.hidden = !more;
  if (more) {
    button.textContent = more.text;
    button.setAttribute("aria-label", more.label);
    acts.set(button, more.act);
  }
}

function faces({ isFull, faceLabel }) {
  let row = document.querySelector("#pad .faces");
  if (!row) {
    row = element("div", "faces");
    one("pad-dice").append(row);
  }
  while (row.children.length < 6) row.append(element("button", "face"));
  [...row.children].forEach((button, at) => {
    button.type = "button";
    button.id = `face-${at + 1}`;
    button.disabled = Boolean(isFull);
    button.setAttribute("aria-label", faceLabel(at + 1));
    if (!button.firstElementChild) button.append(pips(at + 1));
  });
}

export function paintTray(tray) {
  acts = new Map();
  const pad = one("pad");
  pad.dataset.state = tray.state;
  pad.hidden = false;
  const heading = one("turn-heading");
  if (heading.textContent !== tray.heading) heading.textContent = tray.heading;
  heading.title = tray.heading;
  one("pad-count").textContent = tray.count ?? "";
  saying(tray);
  show("pad-dice", tray.state === "dice");
  if (tray.state === "dice") { slots(tray); faces(tray); }
  const values = one("pad-values");
  values.className = tray.names ? "values names" : "values";
  fillWith(values, tray.values ?? []);
  fillWith(one("pad-do"), tray.buttons ?? []);
  show("pad-typed", tray.typed);
  show("undo-form", tray.undo && !tray.cancel);
  show("pad-cancel", tray.cancel);
}

function saying({ say, isWarning, isQuestion, lastFaces }) {
  const place = one("say-here");
  place.classList.toggle("warning", Boolean(isWarning));
  const key = `${say}|${lastFaces ?? ""}`;
  const line = place.querySelector("p");
  if (line && place.dataset.key === key && line.textContent.startsWith(say)) return;
  const made = element("p", isQuestion ? "ask" : isWarning ? "notice refusal" : "", say);
  if (isWarning && !isQuestion) made.setAttribute("role", "alert");
  if (lastFaces?.length) made.append(" ", smallDice(lastFaces));
  place.replaceChildren(made);
  place.dataset.key = key;
}
