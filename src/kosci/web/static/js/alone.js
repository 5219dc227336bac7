// One tab at a time: by the browser's lock where there is one (https and this machine), else by a lease in the storage.
// Where the other tab does not let go, because it sleeps, say, this one goes on without it: what is done must do no harm
// when two tabs do it.

const NAME = "kosci:sending";
const LONGEST = 12000; // milliseconds that a tab may hold it without saying so again

const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");

// Runs `work` while no other tab runs its own; under a lease that another tab holds, not at all.
export async function alone(work) {
  if (!navigator.locks) return leased(work);
  const patience = new AbortController();
  const clock = setTimeout(() => patience.abort(), LONGEST);
  const begun = () => { clearTimeout(clock); return work(); };
  try {
    await navigator.locks.request(NAME, { signal: patience.signal }, begun);
  } catch (error) {
    if (patience.signal.aborted) await navigator.locks.request(NAME, { steal: true }, work).catch(unlessTaken);
    else unlessTaken(error);
  }
}

// To be called now and then by work that takes long.
export function hold() {
  if (!navigator.locks) write();
}

// Another tab did not wait any longer; the work goes on all the same.
function unlessTaken(error) {
  if (error.name !== "AbortError") throw error;
}

async function leased(work) {
  if (![tab, ""].includes(holder())) return;
  const isLasting = write();
  await new Promise((done) => { setTimeout(done, 30 + Math.random() * 50); });
  if (isLasting && holder() !== tab) return; // both have asked at once, and the other wrote last
  try {
    await work();
  } finally {
    if (isLasting && holder() === tab) localStorage.removeItem(NAME);
  }
}

function holder() {
  try {
    const [who, until] = (localStorage.getItem(NAME) ?? " 0").split(" ");
    return Number(until) > Date.now() ? who : "";
  } catch {
    return ""; // a browser that keeps nothing: its tabs know nothing of each other
  }
}

// Whether the lease could be written down.
function write() {
  try {
    localStorage.setItem(NAME, `${tab} ${Date.now() + LONGEST}`);
    return true;
  } catch {
    return false;
  }
}
