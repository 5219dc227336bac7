// Recomputes every roll of a finished game from what stands on the page, and says what is wrong.

import { faces } from "./fair.js";
import { hex, sha256, unhex } from "./sha256.js";

const sheet = document.getElementById("verify");
const verdict = document.getElementById("verdict");
const words = sheet.dataset;

function checkedShares() {
  const wrong = [];
  const shares = [...document.querySelectorAll(".share-line")].map((line) => {
    const share = unhex(line.dataset.share);
    if (hex(sha256(share)) !== line.dataset.digest) wrong.push(words.badShare.replace("{name}", line.dataset.name));
    return share;
  });
  return { shares, wrong };
}

function checkedRoll(line, seed, shares) {
  const thrown = line.dataset.faces.split(" ").map(Number);
  const number = Number(line.dataset.n);
  const right = faces(seed, shares, number, thrown.length);
  const isRight = right.join() === thrown.join();
  line.classList.toggle("wrong", !isRight);
  line.querySelector(".check").textContent = isRight ? words.right : words.wrong;
  if (isRight) return null;
  return words.badRoll.replace("{n}", number).replace("{dice}", thrown.join(", ")).replace("{right}", right.join(", "));
}

function check() {
  const seed = unhex(words.seed);
  const wrong = hex(sha256(seed)) === words.commitment ? [] : [words.badSeed];
  const { shares, wrong: wrongShares } = checkedShares();
  wrong.push(...wrongShares);
  for (const line of document.querySelectorAll(".roll-line")) {
    const fault = checkedRoll(line, seed, shares);
    if (fault) wrong.push(fault);
  }
  verdict.classList.add(wrong.length ? "bad" : "good");
  verdict.textContent = wrong.length ? wrong.join("\n") : words.good;
}

verdict.textContent = words.checking;
requestAnimationFrame(() => setTimeout(check));
