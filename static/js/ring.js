// <p data-ring hidden>: a button by which a live page rings, or shakes the telephone, when something new waits for its
// reader. What waits bears data-waits. Off until somebody wants it; kept on this device.
import { isWanted, play, want } from "./sound.js";

const KEY = "ring";

function sound() {
  navigator.vibrate?.([120, 80, 120]);
  play([880, 1174.7], 0.16, 0.25);
}

const waiting = (root) => [...root.querySelectorAll("[data-waits]")].map((one) => one.dataset.waits);

/** Rings if something waits in the new content that did not wait in the old one. */
export function ring(before, after) {
  const known = new Set(waiting(before));
  if (isWanted(KEY) && waiting(after).some((one) => !known.has(one))) sound();
}

/** Puts the button where the page has a place for it. */
export function watchRing(root) {
  for (const place of root.querySelectorAll("[data-ring]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-ghost button-small";
    const say = () => {
      button.setAttribute("aria-pressed", String(isWanted(KEY)));
      button.textContent = isWanted(KEY) ? "Rings when something waits: on" : "Ring when something waits for me";
    };
    button.addEventListener("click", () => {
      want(KEY, !isWanted(KEY));
      say();
      // A browser lets a page sound only after a touch, and so it is heard what will be heard.
      if (isWanted(KEY)) sound();
    });
    say();
    place.replaceChildren(button);
    place.hidden = false;
  }
}
