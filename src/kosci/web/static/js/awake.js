// Keeps the screen on while the page is open, if its switch says so; says in words when it is off, and why.
// Works on `_awake.html`, also where that comes and goes. Never throws: a screen that goes dark is no fault of the game.

import { onFresh } from "./page.js";

const REMEMBERED = "kosci:awake"; // for this browser

let held = null;
let isWanted = true;
let isAsked = false; // a switch has been on this page
let isAsking = false;
let isRefused = false;
let isStarted = false;

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) !== "off";
  } catch {
    return true; // storage is closed: each page begins anew
  }
}

function remember() {
  try {
    localStorage.setItem(REMEMBERED, isWanted ? "on" : "off");
  } catch {
    // for this page alone then
  }
}

// The switch as it is now, and its state in words.
function show() {
  const part = document.getElementById("awake-part");
  if (!part) return;
  isAsked = true;
  const box = part.querySelector("input");
  const state = !navigator.wakeLock ? "missing" : !isWanted ? "off" : isRefused ? "refused" : "on";
  box.checked = isWanted;
  box.parentElement.hidden = state === "missing";
  part.dataset.state = state;
  const line = part.querySelector("#awake-state");
  if (line.textContent !== part.dataset[state]) line.textContent = part.dataset[state];
}

async function hold() {
  if (held || isAsking || !isAsked || !isWanted || document.hidden || !navigator.wakeLock) return;
  isAsking = true;
  try {
    const lock = await navigator.wakeLock.request("screen");
    held = lock;
    isRefused = false;
    lock.addEventListener("release", () => { if (held === lock) lost(); }, { once: true });
  } catch {
    isRefused = !document.hidden;
  }
  isAsking = false;
  if (!isWanted) await letGo(); // switched off meanwhile
  show();
}

// The system takes it back when the page is hidden, and sometimes for itself.
function lost() {
  held = null;
  isRefused = isWanted && !document.hidden;
  show();
}

async function letGo() {
  const lock = held;
  held = null;
  try {
    await lock?.release();
  } catch {
    // it is gone already
  }
}

export function startAwake() {
  if (!window.isSecureContext) return; // the page says that plain http is why
  isWanted = remembered();
  const again = () => { show(); hold(); };
  if (!isStarted) {
    isStarted = true;
    document.addEventListener("change", ({ target }) => {
      if (target.id !== "awake") return;
      isWanted = target.checked;
      isRefused = false;
      remember();
      (isWanted ? hold() : letGo()).then(show);
    });
    document.addEventListener("visibilitychange", hold);
    document.addEventListener("pointerup", () => { if (isRefused) hold(); });
    onFresh(again);
  }
  again();
}
