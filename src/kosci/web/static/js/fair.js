// Fair dice, the reader's side: the same derivation as the server's, written a second time.

import { hmac, joined, sha256 } from "./sha256.js";

function counter(number, bytes) {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint32(bytes - 4, number);
  return new Uint8Array(view.buffer);
}

// The faces of roll `number` with so many dice: bytes below 252 give 1 + b mod 6, others are skipped.
export function faces(seed, shares, number, dice) {
  const mixed = sha256(joined(...shares));
  const found = [];
  for (let block = 0; found.length < dice; block += 1) {
    const stream = hmac(seed, joined(counter(number, 8), counter(block, 4), mixed));
    for (const byte of stream) if (byte < 252) found.push(1 + (byte % 6));
  }
  return found.slice(0, dice);
}
