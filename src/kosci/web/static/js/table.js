// The table, live: puts the parts together. Everything here also works without it, by plain forms.

import { startClock } from "./clock.js";
import { startCoach } from "./coach.js";
import { showButtons, startCopying } from "./copy.js";
import { startDice } from "./dice.js";
import { giveShares } from "./forms.js";
import { startKeys } from "./keys.js";
import { startListening } from "./live.js";
import { onFresh } from "./page.js";
import { chime, rattle } from "./sound.js";
import { startTelling } from "./story.js";
import { startSwapping } from "./swap.js";

startSwapping();
startTelling(chime);
startDice(rattle);
startKeys();
startCopying();
startCoach();
startClock();
startListening();
onFresh(() => { giveShares(); showButtons(); });

// A table with real dice has its pad; a lobby becomes one where it is.
const startRealDice = async () => { if (document.getElementById("model")) (await import("./pad.js")).startPad(); };
startRealDice();
onFresh(startRealDice);
