// <p data-ring hidden>: a button by which a live page rings, or shakes the telephone, when something new waits for its
// reader. What waits bears data-waits. Off until somebody wants it; kept on this device.
const KEY = "ring";
const TONES = [880, 1174.7];
const TONE_S = 0.16;
let sound;

function isWanted() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

function want(yes) {
  try {
    if (yes) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // Nothing is kept on this device: it does not ring.
  }
}

function play() {
  navigator.vibrate?.([120, 80, 120]);
  if (!("AudioContext" in window)) return;
  sound ??= new AudioContext();
  TONES.forEach((tone, nth) => {
    const from = sound.currentTime + nth * TONE_S;
    const [source, volume] = [sound.createOscillator(), sound.createGain()];
    source.frequency.value = tone;
    volume.gain.setValueAtTime(0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_S);
    source.connect(volume).connect(sound.destination);
    source.start(from);
    source.stop(from + TONE_S);
  });
}

const waiting = (root) => [...root.querySelectorAll("[data-waits]")].map((one) => one.dataset.waits);

/** Rings if something waits in the new content that did not wait in the old one. */
export function ring(before, after) {
  const known = new Set(waiting(before));
  if (isWanted() && waiting(after).some((one) => !known.has(one))) play();
}

/** Puts the button where the page has a place for it. */
export function watchRing(root) {
  for (const place of root.querySelectorAll("[data-ring]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-ghost button-small";
    const say = () => {
      button.setAttribute("aria-pressed", String(isWanted()));
      button.textContent = isWanted() ? "Rings when something waits: on" : "Ring when something waits for me";
    };
    button.addEventListener("click", () => {
      want(!isWanted());
      say();
      // A browser lets a page sound only after a touch, and so it is heard what will be heard.
      if (isWanted()) play();
    });
    say();
    place.replaceChildren(button);
    place.hidden = false;
  }
}
