// <main data-live-url="…">: when the stream speaks, the content is fetched again and put in place. Half-typed
// forms, open disclosures, focus and scrolling stay: while somebody types, only what waits for him ([data-live-part]) is
// put in place, and so it is on a page that renews the rest by itself ([data-renews-itself]). Any failure leaves the page as
// it is: a reload always works.
import { hasTyping } from "./forms.js";
import { Held } from "./held.js";
import { ring } from "./ring.js";

/** Two thousand phones must not ask in the same instant. */
const SPREAD_MS = 1200;
const held = new Held();

export function watchLive(dress) {
  const main = document.querySelector("main[data-live-url]");
  if (!main || !("EventSource" in window)) return;
  let timer;
  let wasLost = false;

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => renew(main, dress), Math.random() * SPREAD_MS);
  };
  const source = new EventSource(main.dataset.liveUrl);
  source.addEventListener("message", later);
  source.addEventListener("version", later);
  // A game that is played, and its end.
  source.addEventListener("moves", later);
  source.addEventListener("over", () => {
    source.close();
    later();
  });
  source.addEventListener("error", () => (wasLost = true));
  source.addEventListener("open", () => {
    if (wasLost) later();
    wasLost = false;
  });
  window.addEventListener("pagehide", () => source.close());
}

const isBusy = (root) => hasTyping(root) || root.querySelector("form :focus") !== null;

async function renew(main, dress) {
  let page;
  try {
    const answer = await held.fetch(location.href);
    if (answer.status !== 200) return;
    page = new DOMParser().parseFromString(answer.text, "text/html");
  } catch {
    return;
  }
  const fresh = page.querySelector("main");
  // How much waits stands in the navigation, too.
  const counts = page.querySelector(".event-navs");
  if (counts) document.querySelector(".event-navs")?.replaceChildren(...document.adoptNode(counts).childNodes);
  if (!fresh || fresh.innerHTML === main.innerHTML) return;
  const renewsItself = main.querySelector("[data-renews-itself]") !== null;
  // A page that begins to do that has scripts of its own.
  if (!renewsItself && fresh.querySelector("[data-renews-itself]") && !isBusy(main)) {
    location.reload();
    return;
  }
  if (renewsItself || isBusy(main)) {
    renewParts(main, fresh, dress);
    if (!renewsItself) offerReload(main);
    return;
  }
  const keep = remember(main);
  ring(main, fresh);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  recall(main, keep);
  dress(main);
}

/** What waits is said at once, also to somebody who writes something else. */
function renewParts(main, fresh, dress) {
  for (const part of main.querySelectorAll("[data-live-part]")) {
    const now = fresh.querySelector(`#${part.id}`);
    if (!now || isBusy(part)) continue;
    ring(part, now);
    part.replaceChildren(...document.adoptNode(now).childNodes);
    dress(part);
  }
}

/** How an element that has the focus is found again: by its name, or by what it does. */
function placeOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const [name, value] of Object.entries(element.dataset)) {
    if (name === "replay" || name === "ply") return `[data-${name}="${CSS.escape(value)}"]`;
  }
  return "";
}

function remember(main) {
  return {
    open: [...main.querySelectorAll("details")].map((details) => details.open),
    focus: main.contains(document.activeElement) ? placeOf(document.activeElement) : "",
    scrolled: [...main.querySelectorAll(".table-scroll")].map((box) => box.scrollLeft),
  };
}

function recall(main, keep) {
  const details = main.querySelectorAll("details");
  if (details.length === keep.open.length) details.forEach((one, index) => (one.open = keep.open[index]));
  main.querySelectorAll(".table-scroll").forEach((box, index) => (box.scrollLeft = keep.scrolled[index] ?? 0));
  if (keep.focus) main.querySelector(keep.focus)?.focus({ preventScroll: true });
}

/** Somebody is typing here: say that there is something new, and leave the rest to him. */
function offerReload(main) {
  if (main.querySelector(".live-news")) return;
  const news = document.createElement("p");
  news.className = "notice notice-info live-news";
  news.setAttribute("role", "status");
  news.textContent = "This page has changed meanwhile. Send or finish what you type, then reload.";
  main.prepend(news);
}
