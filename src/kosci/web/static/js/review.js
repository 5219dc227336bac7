// The page of a review: waits for what is being solved; shows the turn of the chart that is pointed at.

const SOON = 400; // while it is being solved
const LATER = 3000; // when the server could not be reached
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1000, End: 1000 };

const review = () => document.getElementById("review");

// --- waiting ---

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("review");
  if (!fresh) return;
  const bars = [review(), fresh].map((part) => part.querySelector("progress"));
  if (bars[0] && bars[1]) bars[0].value = bars[1].value;
  else {
    review().replaceWith(fresh);
    start();
  }
}

// How lucky the players were may take longer than the rest: their facts are put in place when they are known.
function complete(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("review");
  if (!fresh || fresh.dataset.more) return;
  delete review().dataset.more;
  const facts = [review(), fresh].map((part) => [...part.querySelectorAll(".facts")]);
  facts[0].forEach((list, at) => list.replaceWith(facts[1][at]));
}

async function again() {
  const { again: url, more } = review().dataset;
  if (!url && !more) return;
  let wait = url ? SOON : LATER;
  try {
    const answer = await fetch(url ?? more, { headers: { "HX-Request": "true" } });
    (url ? show : complete)(await answer.text());
  } catch {
    wait = LATER;
  }
  setTimeout(again, wait);
}

// --- the turn that is pointed at ---

const turns = () => [...document.querySelectorAll(".turn")].filter((turn) => turn.getClientRects().length);

// The card says what stands in the table: the heading of the turn, then each player's line.
function tell(number) {
  const card = document.getElementById("turn-card");
  const rows = [...document.querySelectorAll(`#turn-${number} tr`)];
  const heading = document.createElement("h3");
  heading.textContent = rows[0].textContent;
  const list = document.createElement("ul");
  for (const row of rows.slice(1)) {
    const [name, ...cells] = row.cells;
    const item = document.createElement("li");
    const figures = document.createElement("span");
    figures.className = "figures";
    figures.textContent = ` ${cells[0].textContent}`;
    const who = document.createElement("b");
    who.append(...[...name.childNodes].map((node) => node.cloneNode(true)));
    item.append(who, figures, cells[3].firstElementChild.cloneNode(true));
    list.append(item);
  }
  card.replaceChildren(heading, list);
  card.hidden = false;
  for (const turn of document.querySelectorAll(".turn")) {
    const isShown = turn.dataset.turn === String(number);
    turn.classList.toggle("shown", isShown);
    turn.setAttribute("tabindex", isShown ? "0" : "-1");
  }
}

function onPoint(event) {
  const turn = event.target.closest?.(".turn");
  if (turn) tell(turn.dataset.turn);
}

function onClick(event) {
  const turn = event.target.closest?.(".turn");
  if (!turn || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // the card says what the row of the table says
  tell(turn.dataset.turn);
  turn.focus({ preventScroll: true });
}

function onKey(event) {
  const turn = event.target.closest?.(".turn");
  if (!turn || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = turns();
  const at = Math.min(Math.max(all.indexOf(turn) + STEPS[event.key], 0), all.length - 1);
  all[at].focus();
}

function open() {
  const folded = document.querySelector(`tbody${location.hash || "#none"}`)?.closest("details");
  if (folded) folded.open = true;
}

// With the keys' help one stop for the whole chart is enough.
function start() {
  for (const svg of document.querySelectorAll(".chart")) {
    for (const [at, turn] of [...svg.querySelectorAll(".turn")].entries()) turn.setAttribute("tabindex", at ? "-1" : "0");
  }
  open();
}

// On paper nothing can be unfolded.
function unfold() {
  for (const folded of document.querySelectorAll("#review details")) folded.open = true;
}

window.addEventListener("beforeprint", unfold);
document.addEventListener("pointerover", onPoint);
document.addEventListener("focusin", onPoint);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", open);
start();
setTimeout(again, SOON);
