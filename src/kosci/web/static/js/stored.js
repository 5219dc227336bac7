// The list of the real-dice tables that go on in this browser without a connection.

import { storedTables } from "./app.js";

function line({ url, page }) {
  const link = document.createElement("a");
  link.href = url;
  const names = JSON.parse(page.getElementById("model").dataset.model).seats.map((seat) => seat.name);
  const game = document.createElement("b");
  game.textContent = page.querySelector(".game b")?.textContent ?? "";
  link.append(game, document.createElement("br"), names.join(", "));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

export async function listTables() {
  const place = document.getElementById("stored");
  const tables = await storedTables();
  place.querySelector("ul").replaceChildren(...tables.map(line));
  place.querySelector(".label").hidden = place.querySelector("ul").hidden = !tables.length;
  place.querySelector(".hint").hidden = tables.length > 0;
  place.hidden = false;
}
