// The page without a connection: lists what goes on all the same, and tries again by itself when the device is back.

import { listTables } from "./stored.js";

document.getElementById("menu").hidden = true; // nothing of it can be had now
const again = document.getElementById("again");
again.href = location.href; // it stands for the page that was asked for
addEventListener("online", () => location.reload());
listTables();
