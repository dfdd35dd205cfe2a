// A game from ply to ply without leaving the page: links and the arrow keys fetch the same page at another ply and put
// its content in place. Without this module the links lead there by themselves.
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
let asked = 0;

function inSight() {
  const here = document.querySelector(".ply-list [aria-current]");
  const list = here?.closest(".ply-list");
  if (!list) return;
  const line = here.parentElement;
  list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
}

async function go(href, focus) {
  const mine = ++asked;
  let fresh;
  try {
    const answer = await fetch(href, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#replay");
  } catch {
    fresh = null;
  }
  if (mine !== asked) return; // a later key was pressed meanwhile
  const replay = document.querySelector("#replay");
  if (!fresh || !replay) {
    location.assign(href);
    return;
  }
  const open = [...replay.querySelectorAll("details")].map((details) => details.open);
  replay.replaceChildren(...document.adoptNode(fresh).childNodes);
  replay.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  history.replaceState(null, "", href);
  if (focus) replay.querySelector(focus)?.focus({ preventScroll: true });
  inSight();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const focus = link.dataset.replay ? `[data-replay="${link.dataset.replay}"]` : ".ply-list [aria-current]";
  go(link.href, focus);
});

document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .table-scroll")) return;
  const link = document.querySelector(`#replay [data-replay="${step}"]`);
  if (!link) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") go(link.href, null);
});

inSight();
