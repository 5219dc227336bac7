// Forms and links marked for it replace the live part in place: focus, open details and ticks stay.

import { alarm, board, tellFresh, version, words } from "./page.js";

const IN_PLACE = { target: "#page", swap: "outerMorph show:none" };
let before = null;
const underway = new Set(); // own requests not yet answered

// The table as it is now, asked for again.
export async function refresh() {
  if (underway.size) return; // the answer that is coming shows the table as it is then
  await htmx.ajax("GET", board().dataset.here, { ...IN_PLACE, source: board() });
}

const isOwn = (event) => event.detail.ctx.sourceElement !== board();
const isLivePart = (text) => /<div id="page"[^>]*\bdata-version="(\d+)"/.exec(text);

// A lobby, a game, its end: another page in the same place.
const stage = () => ["lobby", "over"].find((name) => board().classList.contains(name)) ?? "game";

function whatStands() {
  const faces = [...document.querySelectorAll(".dice .slot")].map((slot) => slot.dataset.face ?? "");
  const row = document.querySelector(".take.chosen")?.id;
  const hadHint = document.activeElement?.id === "hint";
  return { stage: stage(), version: version(), key: document.querySelector(".dice")?.dataset.key ?? "", faces, row, hadHint };
}

export function startSwapping() {
  htmx.registerExtension("kosci", {
    // What the reader has opened stays open.
    htmx_before_morph_attr: (element, detail) => !(element.tagName === "DETAILS" && detail.attrName === "open"),
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    const live = isLivePart(ctx.text);
    if (!live) {
      event.preventDefault();
      location.assign(ctx.response.raw.redirected ? ctx.response.raw.url : board().dataset.here);
      return;
    }
    if (Number(live[1]) < version()) {
      event.preventDefault(); // overtaken by a newer answer
      return;
    }
    before = { ...whatStands(), isOwn: isOwn(event) };
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!before) return;
    const earlier = before;
    before = null;
    document.title = board().dataset.title;
    if (earlier.stage !== stage()) scrollTo({ top: 0, behavior: "instant" });
    if (earlier.isOwn) keepPlace(earlier);
    tellFresh(earlier);
  });
  document.addEventListener("htmx:before:request", (event) => { if (isOwn(event)) underway.add(event.detail.ctx); });
  document.addEventListener("htmx:finally:request", (event) => underway.delete(event.detail.ctx));
  document.addEventListener("htmx:error", (event) => {
    if (underway.has(event.detail.ctx)) alarm(words().failed);
  });
}

// After the reader's own act, and never after somebody else's, a lost focus goes on to the next step, to what the coach
// was asked for, or back to the row whose choice was taken back.
function keepPlace(earlier) {
  const focused = document.activeElement;
  const confirm = document.querySelector(".confirm");
  const row = earlier.version === version() ? document.getElementById(earlier.row) : null;
  if (confirm) confirm.focus({ preventScroll: true });
  else if (!focused || focused === document.body || !focused.isConnected) {
    const coach = earlier.hadHint ? document.getElementById("coach") : null;
    (row ?? coach ?? document.getElementById("main")).focus({ preventScroll: true });
  }
}
