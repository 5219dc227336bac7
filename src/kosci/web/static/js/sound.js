// Sounds made here, none fetched: dice on wood and a quiet chime. Silent until switched on.

import { words } from "./page.js";

let context = null;

function ready() {
  if (!words().sound) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

function knock(audio, at, pitch) {
  const length = Math.floor(audio.sampleRate * 0.05);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const wood = audio.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = pitch;
  wood.Q.value = 3;
  source.connect(wood).connect(audio.destination);
  source.start(at);
}

export function rattle() {
  const audio = ready();
  if (!audio) return;
  for (let i = 0; i < 9; i += 1) knock(audio, audio.currentTime + 0.05 + i * 0.06 + Math.random() * 0.03, 900 + Math.random() * 1400);
}

export function chime() {
  const audio = ready();
  if (!audio) return;
  for (const [delay, pitch] of [[0, 659], [0.16, 880]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + delay;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.14, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  }
}
