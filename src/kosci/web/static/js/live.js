// The event stream: it says "changed" with a version, and the page asks for the newer part.
// Of several tabs at one table one holds the stream; the others listen to it over a channel.

import { alarm, board, onFresh, say, version, words } from "./page.js";
import { refresh } from "./swap.js";

const ANSWER = 250; // how long a tab waits for one that holds the stream already
const POLL = 15000; // how often to look when no stream can be had

let stream = null;
let isLost = false;
let isAsking = false;
let newest = 0; // the newest version heard of, also while an older one is being fetched
let channel = null;

async function changed(seen) {
  newest = Math.max(newest, seen);
  if (newest <= version() || isAsking) return;
  isAsking = true;
  try {
    await refresh();
  } finally {
    isAsking = false;
  }
  if (version() < newest) setTimeout(() => changed(newest), 250);
}

function heard(seen) {
  channel?.postMessage({ changed: seen });
  changed(seen);
}

function lost() {
  if (isLost) return;
  isLost = true;
  alarm(words().lost, true);
  channel?.postMessage({ lost: true });
}

function found() {
  if (!isLost) return;
  isLost = false;
  alarm("", true);
  say(words().back);
  channel?.postMessage({ found: true });
  refresh();
}

function hold() {
  if (stream) return;
  stream = new EventSource(board().dataset.live);
  let worry = 0;
  stream.addEventListener("changed", (event) => heard(Number(event.data)));
  stream.addEventListener("open", () => { clearTimeout(worry); worry = 0; found(); });
  stream.addEventListener("error", () => {
    worry ||= setTimeout(lost, 1500);
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(() => { refresh().then(found); hold(); }, POLL);
  });
}

// Ask whether another tab holds the stream; hold it if nobody answers.
function join() {
  if (stream) return;
  const timer = setTimeout(hold, ANSWER);
  channel.addEventListener("message", function answered({ data }) {
    if (!data.here) return;
    clearTimeout(timer);
    channel.removeEventListener("message", answered);
  });
  channel.postMessage({ ask: true });
}

function listen({ data }) {
  if (data.ask && stream) channel.postMessage({ here: true });
  if (data.changed) changed(data.changed);
  if (data.bye) setTimeout(join, Math.random() * 500);
  if (data.lost) { isLost = true; alarm(words().lost, true); }
  if (data.found && isLost) { isLost = false; alarm("", true); refresh(); }
}

export function startListening() {
  if (!board().dataset.live) return;
  channel = new BroadcastChannel(`kosci:${board().dataset.live}`);
  channel.addEventListener("message", listen);
  join();
  addEventListener("pagehide", () => {
    if (!stream) return;
    stream.close();
    stream = null;
    channel.postMessage({ bye: true });
  });
  addEventListener("pageshow", (event) => { if (event.persisted) { join(); refresh(); } });
  addEventListener("online", () => refresh());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { join(); if (isLost) refresh(); } });
  onFresh(() => { if (!board().dataset.live && stream) { stream.close(); stream = null; } });
}
