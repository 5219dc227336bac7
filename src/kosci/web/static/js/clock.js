// The turn clock: counts down what the server says is left, and says once, politely, when it is nearly up.

import { onFresh, say, version } from "./page.js";

const SOON = 20000; // time enough to give oneself more

let ends = 0;
let ticking;
let warned = 0; // the version at which it was said

const two = (number) => String(number).padStart(2, "0");

function inWords(line, left) {
  const seconds = Math.floor(left / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const fill = (words, values) => words.replace(/\{(\w)\}/g, (_, name) => values[name]);
  if (hours >= 24) return fill(line.dataset.days, { d: Math.floor(hours / 24), h: hours % 24 });
  if (hours) return fill(line.dataset.hours, { h: hours, m: minutes % 60 });
  return `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  const line = document.getElementById("clock");
  clearTimeout(ticking);
  if (!line) return;
  const left = Math.max(0, ends - performance.now());
  line.querySelector(".left").textContent = inWords(line, left);
  if (left < SOON && line.dataset.soon && warned !== version()) {
    warned = version();
    say(line.dataset.soon);
  }
  if (left) ticking = setTimeout(tick, left % 1000 || 1000);
}

export function startClock() {
  const begin = () => {
    const line = document.getElementById("clock");
    if (line) ends = performance.now() + Number(line.dataset.left);
    tick();
  };
  begin();
  onFresh(begin);
}
