// What the scripts of a real-dice table share: the model, the tables to score by, the queue, what is tapped so far.
// The model is the newest that the server has told, or that this device remembers of it.

export const desk = {
  model: null,
  scoring: null,
  queue: null,
  arrived: [], // sent, and not in the model yet
  ui: fresh(), // what is tapped so far
  seen: null, // { now, state, aim, … } as last painted
};

export function fresh() {
  return { key: "", dice: [], keep: new Set(), row: null, ask: null, fix: null, see: null, sum: 0, aside: 0, refusal: "", advice: "" };
}

export const isHere = () => document.getElementById("model") !== null;

const place = () => `kosci:model:${desk.model.table}`;

export function told(page = document) {
  const data = page.getElementById("model")?.dataset.model;
  return data ? JSON.parse(data) : null;
}

// A stored page may be older than what this device has seen since.
export function recalled(data) {
  try {
    const kept = JSON.parse(localStorage.getItem(`kosci:model:${data.table}`) ?? "null");
    return kept && kept.version > data.version ? kept : data;
  } catch {
    return data;
  }
}

export function adopt(data) {
  if (!data || (desk.model && data.version < desk.model.version)) return;
  desk.model = data;
  const page = document.getElementById("page");
  if (Number(page.dataset.version) < data.version) page.dataset.version = data.version; // an older page is not shown any more
  try {
    localStorage.setItem(place(), JSON.stringify(data));
  } catch {
    // a browser that keeps nothing
  }
}

export function forget() {
  if (!desk.model) return;
  try {
    localStorage.removeItem(place());
  } catch {
    // nothing was kept
  }
}
