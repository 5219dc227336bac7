// The page about the app: what this browser can do, said in words. The server has said already what plain http cannot.

import { whyNoWorker, workers } from "./app.js";
import { startAwake } from "./awake.js";
import { listTables } from "./stored.js";

const part = (id) => document.getElementById(id);

function say(id, state, reason = "") {
  const place = part(id);
  place.dataset.state = state;
  place.textContent = place.dataset[state].replace("{reason}", reason);
}

function installed(state) {
  say("install", state);
  part("install-do").hidden = true;
  part("install-how").hidden = true;
}

function startInstalling() {
  const isApp = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
  if (isApp) { installed("here"); return; }
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the button asks instead
    say("install", "ready");
    part("install-do").hidden = false;
    part("install-how").hidden = true;
    part("install-do").querySelector("button").onclick = async () => {
      part("install-do").hidden = true; // one prompt can be shown once
      const { outcome } = await event.prompt();
      if (outcome === "accepted") return;
      say("install", "menu");
      part("install-how").hidden = false;
    };
  });
  addEventListener("appinstalled", () => installed("done"));
}

async function startOffline() {
  if (!workers) { say("offline", "missing"); return; }
  const refused = () => say("offline", "refused", whyNoWorker());
  if (whyNoWorker()) { refused(); return; }
  say("offline", "coming");
  document.addEventListener("kosci:no-worker", refused);
  await workers.ready;
  say("offline", "ready");
  await listTables();
}

if (window.isSecureContext) {
  startInstalling();
  startOffline();
  startAwake();
}
