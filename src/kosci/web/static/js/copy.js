// Addresses to be copied: a button where the browser can copy, and one tap selects the whole.

import { say, words } from "./page.js";

async function copied(field) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(field.value);
    return true;
  }
  field.select(); // on plain http there is no clipboard but this
  return document.execCommand("copy");
}

export function showButtons() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const item of document.querySelectorAll(".keys-help")) item.hidden = false;
}

export function startCopying() {
  showButtons();
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || !(await copied(document.getElementById(button.dataset.copy)))) return;
    const label = button.textContent;
    button.textContent = words().copied;
    say(words().copied);
    setTimeout(() => { button.textContent = label; }, 2000);
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-select]")) event.target.select(); });
}
