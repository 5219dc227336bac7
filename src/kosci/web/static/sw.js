// The service worker: keeps this release's files and the real-dice tables of this browser, and answers without a connection.
// It keeps no post, no stream and no other page. The server writes RELEASE above it: version, at, files, offline.
/* global RELEASE */

const FILES = `kosci-files-${RELEASE.version}`;
const TABLES = "kosci-tables"; // pages of tables by their path
const SCORING = "kosci-scoring"; // what devices score with; the address changes with the content
const SOON = 4000; // how long the connection may take where there is a stored answer
const LATE = 12000; // and where there is none: away from home an address may never answer
const MOST_AGE = 30 * 24 * 3600 * 1000; // a table nobody has opened for so long is forgotten
const STORED = "x-kosci-stored"; // when a page was stored
const OF = "x-kosci-release"; // by which release
const AWAY = new Set([502, 503, 504]); // a proxy answers, the server does not
const GONE = new Set([403, 404, 410]);
const IGNORE = { ignoreVary: true };

const isTable = (path) => /^\/t\/[^/]+$/.test(path);
const isScoring = (path) => /^\/(scoring\/[^/]+|t\/[^/]+\/scoring)\.json$/.test(path);
const scoringOf = (html) => /\/(?:scoring\/[^/\s"'&?]+|t\/[^/\s"'&?]+\/scoring)\.json(?:\?v=\w+)?/.exec(html)?.[0];
const readerOf = (html) => /<html lang="(\w+)" data-theme="(\w+)"/.exec(html)?.slice(1).join("/");

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(told(event)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url.pathname));
  else if (isScoring(url.pathname)) event.respondWith(scoring(request, url.pathname + url.search));
});

async function install() {
  const files = await caches.open(FILES);
  await files.addAll([...RELEASE.files, RELEASE.offline]);
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("kosci-files-") && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// What pages ask for: `store` or `drop` a table by its address, `reader` (language/theme), `ask` for the tables, `take` over.
async function told({ data, ports }) {
  if (data.store) await store(pathOf(data.store));
  if (data.drop) await drop(pathOf(data.drop));
  if (data.reader) await readBy(data.reader);
  if (data.ask === "tables") ports[0].postMessage(await stored());
  if (data.take) await self.skipWaiting();
}

const pathOf = (address) => new URL(address, location.origin).pathname;

// --- pages ---

async function page(event, url) {
  const coming = fetch(event.request).then((answer) => {
    const kept = isTable(url.pathname) && !url.search && !answer.redirected ? keep(url.pathname, answer.clone()) : null;
    return { answer, kept };
  });
  event.waitUntil(coming.then(({ kept }) => kept).catch(() => {})); // also when it comes too late for this time
  const known = isTable(url.pathname) ? await found(TABLES, url.pathname) : undefined;
  try {
    const { answer } = await within(known ? SOON : LATE, coming);
    return known && AWAY.has(answer.status) ? known : answer;
  } catch {
    return known ?? (await found(FILES, RELEASE.offline)) ?? Response.error();
  }
}

function within(milliseconds, coming) {
  return new Promise((answered, failed) => {
    setTimeout(failed, milliseconds);
    coming.then(answered, failed);
  });
}

// --- tables ---

const underway = new Map(); // by path: one at a time, and once more if it was asked for meanwhile

async function store(path) {
  if (!isTable(path)) return undefined;
  const running = underway.get(path);
  if (running) { running.again = true; return running.done; }
  const mine = { again: false };
  mine.done = (async () => {
    do {
      mine.again = false;
      try {
        await keep(path, await fetch(path, { credentials: "same-origin", cache: "no-store" }));
      } catch {
        break; // no connection: what is stored stays
      }
    } while (mine.again);
    underway.delete(path);
  })();
  underway.set(path, mine);
  return mine.done;
}

// Only a real-dice table that is being played can go on without a connection; any other page of it means that it is over.
async function keep(path, answer) {
  if (!answer.ok && !GONE.has(answer.status)) return;
  const html = answer.ok && !answer.redirected ? await answer.text() : "";
  if (!html.includes('id="model"')) { await drop(path); return; }
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set(STORED, String(Date.now()));
  headers.set(OF, RELEASE.version);
  const tables = await caches.open(TABLES);
  await tables.put(path, new Response(html, { headers }));
  await bring(scoringOf(html));
  await tidy();
}

async function drop(path) {
  const tables = await caches.open(TABLES);
  await tables.delete(path, IGNORE);
  await tidy();
}

// The stored pages once more: all of them, or those that name the files of an earlier release.
async function again(isAll) {
  await tidy();
  const tables = await caches.open(TABLES);
  for (const path of await addressesOf(tables)) {
    const answer = await tables.match(path, IGNORE);
    if (isAll || answer?.headers.get(OF) !== RELEASE.version) await store(path);
  }
}

async function addressesOf(cache) {
  return (await cache.keys()).map(({ url }) => { const { pathname, search } = new URL(url); return pathname + search; });
}

// Tables that nobody opens any more, and what only they scored with.
async function tidy() {
  const tables = await caches.open(TABLES);
  const wanted = new Set();
  for (const path of await addressesOf(tables)) {
    const answer = await tables.match(path, IGNORE);
    if (!answer) continue;
    if (Date.now() - Number(answer.headers.get(STORED)) > MOST_AGE) await tables.delete(path, IGNORE);
    else wanted.add(scoringOf(await answer.text()));
  }
  const files = await caches.open(SCORING);
  for (const path of await addressesOf(files)) if (!wanted.has(path)) await files.delete(path, IGNORE);
}

// The pages of the tables, for those that list them.
async function stored() {
  await tidy();
  const tables = await caches.open(TABLES);
  const pages = (await addressesOf(tables)).map(async (url) => ({ url, html: await (await tables.match(url, IGNORE)).text() }));
  return Promise.all(pages);
}

// --- the reader ---

// Every page says for whom it is: in another language or theme than the stored ones, these are asked for anew.
async function readBy(reader) {
  const files = await caches.open(FILES);
  const offline = await files.match(RELEASE.offline);
  const isAnother = readerOf((await offline?.text()) ?? "") !== reader;
  try {
    if (isAnother) await files.add(RELEASE.offline);
  } catch {
    return; // no connection: next time
  }
  await again(isAnother);
}

// --- files ---

async function file(request, path) {
  const kept = await found(FILES, path);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    // A page of an earlier release without a connection: the same file as it is now.
    const now = await found(FILES, path.replace(/^\/static\/[^/]+/, RELEASE.at));
    if (now) return now;
    throw error;
  }
}

async function scoring(request, address) {
  return (await found(SCORING, address)) ?? fetch(request);
}

async function bring(address) {
  if (!address || (await found(SCORING, address))) return;
  await (await caches.open(SCORING)).add(address);
}

async function found(cache, address) {
  return (await caches.open(cache)).match(address, IGNORE);
}
