// What the other modules share: the live part of the page, its words, and speaking to the reader.

export const board = () => document.getElementById("page");
export const words = () => document.getElementById("words").dataset;
export const version = () => Number(board().dataset.version);

// One polite sentence for screen readers; the same sentence twice is said twice.
export function say(text) {
  const said = document.getElementById("said");
  const line = document.createElement("p");
  line.textContent = text;
  said.replaceChildren(line);
}

// One more sentence after what is being said.
export function sayAlso(text) {
  const line = document.createElement("p");
  line.textContent = text;
  document.getElementById("said").append(line);
}

let standing = ""; // what is shown until it is taken back
let hiding;
// A message everybody sees and hears; it goes away by itself unless it `stays`, and then one that stays is back.
export function alarm(text, stays = false) {
  const place = document.getElementById("alarm");
  clearTimeout(hiding);
  if (stays) standing = text;
  place.textContent = text;
  if (text && !stays) hiding = setTimeout(() => { place.textContent = standing; }, 3500);
}

// Modules tell each other that the live part has been replaced by a newer one.
export const onFresh = (work) => document.addEventListener("kosci:fresh", (event) => work(event.detail));
export const tellFresh = (detail) => document.dispatchEvent(new CustomEvent("kosci:fresh", { detail }));

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
