// Moves tried after a game without leaving the page: links within it fetch what they lead to and put its content in place.
// The browser's way back goes move by move, as what is only chosen replaces its entry. Focus goes on on the board. Without
// this module the links lead there by themselves.
import { Held } from "./held.js";

const held = new Held();
let asked = 0;

const tried = () => document.querySelector("#tried");

/** Whether an address is of a move that is only begun: a force that was chosen, walks of a group. */
const isBegun = (url) => url.searchParams.has("from") || url.searchParams.has("group");

function focusOn(wasWithin) {
  if (!wasWithin) return;
  const next = tried().querySelector(".spot-target") ?? tried().querySelector("#choice a") ?? tried().querySelector(".board a");
  next?.focus({ preventScroll: true });
}

async function show(href) {
  const mine = ++asked;
  let fresh = null;
  try {
    const answer = await held.fetch(href);
    if (answer.status < 500) fresh = new DOMParser().parseFromString(answer.text, "text/html").querySelector("#tried");
  } catch {
    // Shown by the browser below.
  }
  if (mine !== asked) return false;
  if (!fresh) {
    location.assign(href);
    return false;
  }
  const wasWithin = tried().contains(document.activeElement);
  const open = [...tried().querySelectorAll("details")].map((details) => details.open);
  tried().replaceChildren(...document.adoptNode(fresh).childNodes);
  tried().querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  tried().querySelector(".board")?.scrollIntoView({ block: "nearest" });
  focusOn(wasWithin);
  return true;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#tried a[href]");
  if (!link || link.matches("[data-turn]") || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const url = new URL(link.getAttribute("href"), location.href);
  if (url.pathname !== location.pathname) return;
  event.preventDefault();
  url.hash = "";
  if (!(await show(url.href))) return;
  // A chosen force stands in the address in place of the situation that it was chosen in, until its move is added.
  const before = history.state?.before ?? location.href;
  if (isBegun(url)) {
    history.replaceState({ before }, "", url);
    return;
  }
  history.replaceState(null, "", before);
  if (url.href !== location.href) history.pushState(null, "", url);
});

window.addEventListener("popstate", () => show(location.href));
