// Keeps the screen on while the page is open, if its switch says so; says in words when it is off, and why.
// Works on `_awake.html`; remembered for this browser. Never throws: a screen that goes dark is no fault of the game.

const REMEMBERED = "kosci:awake";
const stands = () => document.getElementById("awake-part");

let held = null;
let isAsking = false;
let isRefused = false;

function isWanted() {
  try {
    return localStorage.getItem(REMEMBERED) !== "off";
  } catch {
    return true; // storage is closed: each page begins anew
  }
}

function remember(wanted) {
  try {
    localStorage.setItem(REMEMBERED, wanted ? "on" : "off");
  } catch {
    // for this page alone then
  }
}

function show() {
  const part = stands();
  if (!part) return;
  const box = part.querySelector("input");
  const state = !navigator.wakeLock ? "missing" : !box.checked ? "off" : isRefused ? "refused" : "on";
  part.dataset.state = state;
  const line = document.getElementById("awake-state");
  if (line.textContent !== part.dataset[state]) line.textContent = part.dataset[state];
}

async function hold() {
  if (held || isAsking || document.hidden || !stands()?.querySelector("input").checked) return;
  isAsking = true;
  try {
    held = await navigator.wakeLock.request("screen");
    isRefused = false;
    held.addEventListener("release", lost, { once: true });
    if (!stands()?.querySelector("input").checked) await letGo();
  } catch {
    isRefused = true;
  }
  isAsking = false;
  show();
}

// The system takes it back when the page is hidden, and sometimes for itself.
function lost() {
  held = null;
  if (document.hidden || !stands()?.querySelector("input").checked) return;
  isRefused = true;
  show();
}

async function letGo() {
  const mine = held;
  held = null;
  try {
    await mine?.release();
  } catch {
    // it is gone already
  }
}

// `box` is the switch; without one there is nothing to do.
export function startAwake(box = document.getElementById("awake")) {
  if (!box || !window.isSecureContext) return; // the page says that plain http is why
  if (!navigator.wakeLock) { show(); return; }
  box.checked = isWanted();
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.addEventListener("change", () => {
    remember(box.checked);
    isRefused = false;
    (box.checked ? hold() : letGo()).then(show);
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) hold(); });
  document.addEventListener("pointerup", () => { if (isRefused) hold(); });
  show();
  hold();
}
