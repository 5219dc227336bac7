// Posts that must not get lost: each is kept on the device before it is sent, sent in order, one at a time, and again
// until the server has answered. Knows no page, no game and no words of its own.
//
//   const queue = openQueue(table);           the posts of one table; any number of pages may hold it open
//   queue.send({ url, fields })               `fields` {name: text or [texts]}; a `command` id is added, made once; a promise:
//       { state: "sent", text, url }          done: the answered page or live part, and where it was found; `text` is
//                                             null where another tab sent it: ask for the table anew
//       { state: "kept" }                     no connection: it stays, and is tried again by itself
//       { state: "refused", status, words }   the server said no: it stays among `refused()` until dismissed
//   queue.pending()                           posts not sent yet, in order:
//       [{ id, url, fields, since: ms, tries, mayHaveArrived }]; `mayHaveArrived`: it was on its way when the connection
//       broke, so the server may know it already (sending it again does no harm: it acts once)
//   queue.refused()                           [{ id, url, fields, since, status, words }]: show these with `words`
//   queue.dismiss(id)                         forget a refused post; queue.retry(id) sends it again
//   queue.withdraw(id)                        take back a pending post; false where it is being sent just now
//   queue.tryNow()                            a promise of one round of sending; called by itself when the connection is
//       back, when the page is seen again, when it is refreshed by the event stream, and with growing pauses
//   queue.onChange(callback)                  called whenever any of this changes, also by another tab
//   queue.onSent(callback)                    called with { id, url, fields, text } after a post that was kept before got
//       through: the page shows the answer, or asks for the table anew
//   queue.lasts()                             false where this browser keeps nothing: then posts live as long as the page
//   leftovers()                               sends what any table's pages left behind; for pages without a table
//
// An answer of 2xx (redirects followed) takes a post out; 4xx refuses it, but for 408, 425 and 429; everything else (no
// connection, 8 s without an answer, 5xx, an answer that is not from these pages, such as a hotspot's) is tried again.

import { alone, hold } from "./alone.js";

const PREFIX = "kosci:post:";
const PATIENCE = 8000; // milliseconds until a request counts as lost
const PAUSES = [1000, 2000, 4000, 8000, 15000, 30000];
const LATER = [408, 425, 429]; // refused for the moment only

const memory = new Map(); // where the browser keeps nothing
const watchers = new Set();
const hearers = new Set();
const underway = new Set(); // ids being sent by this tab
const waiting = new Map(); // id → what tells its sender
let failures = 0;
let timer = 0;
let round = Promise.resolve();
let rounds = 0; // underway, or about to follow
let isStarted = false;

// --- what is kept: one place for each post, so that two tabs never write over each other -------

let isLasting = true;

function kept() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) memory.set(key, localStorage.getItem(key));
    for (const key of memory.keys()) if (isLasting && !keys.includes(key)) memory.delete(key);
  } catch { isLasting = false; }
  const posts = [...memory].flatMap(([, text]) => read(text));
  return posts.sort((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1));
}

function read(text) {
  try {
    const post = JSON.parse(text);
    return post && post.id && post.fields ? [post] : [];
  } catch {
    return []; // not ours
  }
}

function keep(post) {
  const text = JSON.stringify(post);
  memory.set(PREFIX + post.id, text);
  try {
    localStorage.setItem(PREFIX + post.id, text);
  } catch { isLasting = false; }
  changed();
}

function forget(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch { isLasting = false; }
}

const find = (id) => kept().find((post) => post.id === id);
// What a callback throws is its own fault, and stops nothing here.
const tellAll = (callbacks, what) => { for (const callback of callbacks) queueMicrotask(() => callback(what)); };
const changed = () => tellAll(watchers);

// --- sending ---------------------------------------------------------------------------------

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const isOurs = (answer, page) => Boolean(page.getElementById("page")) || (answer.redirected && new URL(answer.url).origin === location.origin);
const wordsOf = (page) => (page.querySelector(".refusal") ?? page.querySelector("main h1 + p"))?.textContent.trim() ?? "";

const bodyOf = (fields) => new URLSearchParams(Object.entries(fields).flatMap(([name, given]) => [given].flat().map((text) => [name, text])));

// One try: { state: "sent" | "refused" | "kept", … }.
async function attempt(post) {
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(post.url, {
      method: "POST", body: bodyOf(post.fields), headers: { "HX-Request": "true" }, signal: giveUp.signal,
    });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    if (answer.status >= 500 || LATER.includes(answer.status) || !isOurs(answer, page)) return { state: "kept" };
    if (answer.ok) return { state: "sent", text, url: answer.url };
    return { state: "refused", status: answer.status, words: wordsOf(page) };
  } catch {
    return { state: "kept" }; // no connection, or no answer in time
  } finally {
    clearTimeout(clock);
  }
}

// Everything that is kept, in order; after a post that did not get through, no later one of the same table.
async function sendAll() {
  const stuck = new Set();
  for (let post = next(stuck); post; post = next(stuck)) {
    hold();
    underway.add(post.id);
    // Without any network nothing leaves the device, unless the server runs on it: so it is tried all the same.
    keep({ ...post, tries: post.tries + 1, mayHaveArrived: post.mayHaveArrived || navigator.onLine });
    const outcome = await attempt(post);
    underway.delete(post.id);
    settle(find(post.id) ?? post, outcome);
    if (outcome.state === "kept") stuck.add(post.table);
  }
}

const next = (stuck) => kept().find((post) => !post.status && !stuck.has(post.table));

function settle(post, outcome) {
  if (outcome.state === "sent") forget(PREFIX + post.id);
  if (outcome.state === "refused") keep({ ...post, status: outcome.status, words: outcome.words });
  const tell = waiting.get(post.id);
  waiting.delete(post.id);
  tell?.(outcome);
  if (outcome.state !== "sent") return;
  changed();
  if (!tell) tellAll(hearers, { ...post, text: outcome.text });
}

// A round of sending; asked for while one is underway, one more follows it.
function tryNow() {
  clearTimeout(timer);
  if (rounds > 1) return round;
  rounds += 1;
  round = round.then(() => alone(sendAll)).catch(reportError).then(over);
  return round;
}

function over() {
  rounds -= 1;
  if (rounds) return;
  for (const [id, tell] of waiting) tell(fate(find(id)));
  waiting.clear();
  const isEmpty = !next(new Set());
  failures = isEmpty ? 0 : failures + 1;
  if (!isEmpty) timer = setTimeout(tryNow, PAUSES[Math.min(failures, PAUSES.length) - 1] * (0.8 + Math.random() * 0.4));
}

// What became of a post that this tab has not sent itself: gone means that another tab has.
function fate(post) {
  if (!post) return { state: "sent", text: null, url: "" };
  return post.status ? { state: "refused", status: post.status, words: post.words } : { state: "kept" };
}

function start() {
  if (isStarted) return;
  isStarted = true;
  const again = () => { if (next(new Set())) { failures = 0; tryNow(); } };
  addEventListener("online", again);
  addEventListener("pageshow", again);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  document.addEventListener("kosci:fresh", again);
  addEventListener("storage", (event) => { if (event.key === null || event.key.startsWith(PREFIX)) changed(); });
  again();
}

export function leftovers() {
  start();
}

export function openQueue(table) {
  const own = () => kept().filter((post) => post.table === table);
  start();
  return {
    send({ url, fields }) {
      const since = Math.max(Date.now(), ...kept().map((post) => post.since + 1));
      const command = fields.command || newId();
      const post = { id: command, table, url, fields: { ...fields, command }, since, tries: 0, mayHaveArrived: false };
      const told = new Promise((tell) => { waiting.set(post.id, tell); });
      keep(post);
      tryNow();
      return told;
    },
    pending: () => own().filter((post) => !post.status),
    refused: () => own().filter((post) => post.status),
    dismiss: (id) => { if (find(id)?.status) { forget(PREFIX + id); changed(); } },
    retry: (id) => {
      const { status, words, ...post } = find(id) ?? {};
      if (!status) return Promise.resolve();
      keep({ ...post, tries: 0 });
      return tryNow();
    },
    withdraw: (id) => {
      if (underway.has(id)) return false;
      forget(PREFIX + id);
      changed();
      return true;
    },
    tryNow,
    onChange: (callback) => { watchers.add(callback); },
    onSent: (callback) => { hearers.add((post) => { if (post.table === table) callback(post); }); },
    lasts: () => { kept(); return isLasting; },
  };
}
