// What a real-dice table has to say beside the pad: entries that wait on this device, posts that were refused, entries
// that no longer fit, sentences that are not in the server's story yet. Paints; decides nothing.

import { board } from "./page.js";
import { element } from "./pad-sheet.js";
import { inShort, say, says, sentence } from "./pad-words.js";

export function paintNews({ now, state, queue, model, mayEnter, settle }) {
  waiting(queue, model);
  flags({ now, state, mayEnter, settle });
  unsent(now, state);
}

function waiting(queue, model) {
  const place = document.getElementById("queue");
  if (!place) return;
  const pending = queue.pending();
  const refused = queue.refused();
  const isStuck = pending.some(({ tries }) => tries > 1) || (pending.length > 0 && !navigator.onLine);
  const lines = [];
  if (pending.length && isStuck) lines.push(element("p", "", say("waiting", { n: pending.length })));
  if (pending.length && isStuck && !queue.lasts()) lines.push(element("p", "", says().padUnkept));
  for (const post of refused) lines.push(refusal(post, queue, model));
  const shown = lines.map((line) => line.textContent).join("|");
  place.hidden = !lines.length;
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(...lines);
}

function refusal(post, queue, model) {
  const line = element("p", "refused", say("refusedPost", { what: describe(post, model), why: post.words }));
  const button = element("button", "btn small", says().doClose);
  button.type = "button";
  button.addEventListener("click", () => queue.dismiss(post.id));
  line.append(" ", button);
  return line;
}

// What a kept post is about, in words.
function describe({ url, fields }, model) {
  const verb = url.split("/").pop();
  const entry = fields.seq ? model.entries.find((one) => one.seq === Number(fields.seq)) : null;
  const name = model.seats[entry?.seat ?? Number(fields.seat) - 1]?.name ?? "";
  if (verb === "enter" || verb === "correct") {
    const dice = fields.dice ? fields.dice.split(" ").map(Number) : null;
    const points = fields.points ? Number(fields.points) : null;
    return `${name}: ${inShort({ is_passed: fields.row === "pass", row: fields.row, dice, points }, null)}.`;
  }
  const what = { undo: says().doUndo, pass: says().padPass, begin: says().padBegin, told: says().padMore }[verb] ?? verb;
  return `${[name, what].filter(Boolean).join(": ")}.`;
}

function flags({ now, state, mayEnter, settle }) {
  const place = document.getElementById("flags");
  if (!place) return;
  const found = now.entries.flatMap((entry, at) => (entry.is_passed || state.entries[at].isFlagged ? [{ entry, at }] : []));
  const looks = JSON.stringify([found.map(({ entry, at }) => [at, entry.row, entry.seat, entry.turn]), mayEnter]);
  place.hidden = !found.length;
  if (place.dataset.looks === looks) return;
  place.dataset.looks = looks;
  place.replaceChildren(...found.map(({ entry, at }) => flag({ entry, at, now, mayEnter, settle })));
}

function flag({ entry, at, now, mayEnter, settle }) {
  const { name } = now.seats[entry.seat];
  const text = entry.is_passed ? say("without", { name, n: entry.turn }) : say("flag", { name, old: inShort(entry, null) });
  const line = element("li");
  line.append(element("span", "", text));
  if (!mayEnter || !entry.is_open) return line;
  const button = element("button", "btn small", says().padSettle);
  button.type = "button";
  button.addEventListener("click", () => settle(at));
  line.append(button);
  return line;
}

// The story goes on in front of what the server has told.
function unsent(now, state) {
  for (const line of document.querySelectorAll(".story li.unsent")) line.remove();
  let list = document.querySelector(".story ol");
  const lines = now.entries.flatMap((entry, at) => (entry.seq === null ? [{ entry, at }] : []));
  if (!lines.length) return;
  if (!list) {
    list = element("ol");
    document.querySelector(".story")?.append(list);
  }
  for (const { entry, at } of lines) {
    const told = state.entries[at].entry;
    const line = element("li", "unsent");
    const text = sentence(now.seats[entry.seat].name, entry, told && { ...told, total: state.seats[entry.seat].total }, 0);
    line.append(element("span", "line", text), " ", element("small", "hint", says().padUnsent));
    list.prepend(line);
  }
  board().dataset.unsent = String(lines.length);
}
