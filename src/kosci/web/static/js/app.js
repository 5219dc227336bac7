// The site as an app: registers the service worker, keeps this table for when there is no connection, tells of a newer
// release. Where browsers have no worker (plain http) it does nothing; the page "as an app" says why.

import { board, onFresh } from "./page.js";
import { leftovers } from "./queue.js";

const AFTER = 300; // changes that come together are stored together

export const workers = window.isSecureContext ? navigator.serviceWorker : undefined;
let failure = "";
let waiting = 0;

async function tell(message, ports = []) {
  const registration = await workers?.ready;
  registration?.active.postMessage(message, ports);
}

// This table as it is now, to go on with it without a connection; the worker asks for the page itself.
export function storePage() {
  clearTimeout(waiting);
  waiting = setTimeout(() => tell({ store: location.href }), AFTER);
}

// This table is no longer to be had without a connection.
export function dropPage() {
  clearTimeout(waiting);
  tell({ drop: location.href });
}

// The stored pages of tables as documents with their addresses.
export async function storedTables() {
  if (!workers) return [];
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((answered) => { port1.onmessage = ({ data }) => answered(data); });
  await tell({ ask: "tables" }, [port2]);
  const read = ({ url, html }) => ({ url, page: new DOMParser().parseFromString(html, "text/html") });
  return (await answer).map(read);
}

// Why the worker could not be registered; empty where it was.
export const whyNoWorker = () => failure;

async function register() {
  leftovers(); // entries that a closed page could not send
  if (!workers) return;
  const { lang, dataset } = document.documentElement;
  try {
    const registration = await workers.register("/sw.js", { updateViaCache: "none" });
    if (registration) watch(registration);
  } catch (error) {
    failure = error.message;
    document.dispatchEvent(new CustomEvent("kosci:no-worker"));
    return;
  }
  tell({ reader: `${lang}/${dataset.theme}` });
}

// A newer release is said quietly; at a table it waits for the next page, so that nothing moves under a finger.
function watch(registration) {
  if (registration.waiting) offer(registration);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && workers.controller && !board()?.dataset.live) offer(registration);
    });
  });
}

function offer(registration) {
  const line = document.getElementById("release");
  const words = document.getElementById("release-words");
  if (!words || line.childElementCount) return;
  line.append(words.content.cloneNode(true));
  line.querySelector("button").addEventListener("click", () => {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage({ take: true });
  });
}

const canGoOn = () => document.getElementById("model") !== null;
let couldGoOn = canGoOn();

function changed() {
  if (canGoOn()) storePage();
  else if (couldGoOn) dropPage();
  couldGoOn = canGoOn();
}

if (couldGoOn) storePage();
onFresh(changed);
if (document.readyState === "complete") register();
else addEventListener("load", register); // the page comes first
