// A game from ply to ply without leaving the page: links and the arrow keys fetch the same page at another ply and put
// its content in place. Every press counts: while a page is on its way, the ply that is wanted moves on, and is fetched
// next. Without this module the links lead there by themselves.
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
let goal = null;
let underWay = null;

const replay = () => document.querySelector("#replay");

function inSight() {
  const here = document.querySelector(".ply-list [aria-current]");
  const list = here?.closest(".ply-list");
  if (!list) return;
  const line = here.parentElement;
  list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
}

function put(fresh, { href, focus }) {
  const here = replay();
  const open = [...here.querySelectorAll("details")].map((details) => details.open);
  here.dataset.ply = fresh.dataset.ply;
  here.replaceChildren(...document.adoptNode(fresh).childNodes);
  here.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  history.replaceState(null, "", href);
  if (focus) here.querySelector(focus)?.focus({ preventScroll: true });
  // A ply is tapped below the board on a phone: the board comes into sight, with its words and its buttons.
  for (const one of here.querySelectorAll(".replay-steps, .replay-said")) one.scrollIntoView({ block: "nearest" });
  inSight();
}

async function go(wanted) {
  goal = wanted;
  if (underWay) return;
  while (goal) {
    const next = goal;
    [underWay, goal] = [next, null];
    let fresh = null;
    try {
      const answer = await fetch(next.href, { headers: { Accept: "text/html" }, credentials: "same-origin" });
      if (answer.ok) fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#replay");
    } catch {
      // Shown by the browser below.
    }
    if (!fresh) {
      location.assign((goal ?? next).href);
      return;
    }
    put(fresh, next);
    underWay = null;
  }
}

const plyOf = (href) => Number(new URL(href, location.href).searchParams.get("ply"));

/** One press of a button or key: counted from the ply that is wanted already. */
function step(name, focus) {
  const { ply, last } = replay().dataset;
  const wanted = goal ?? underWay;
  const now = wanted ? plyOf(wanted.href) : Number(ply);
  const most = Number(last);
  const then = { first: 0, back: Math.max(0, now - 1), forward: Math.min(most, now + 1), last: most }[name];
  if (then === now) return;
  const url = new URL(replay().querySelector(`[data-replay="${name}"]`).href);
  url.searchParams.set("ply", then);
  go({ href: url.href, focus });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const name = link.dataset.replay;
  if (!name && !link.hasAttribute("data-ply")) return;
  event.preventDefault();
  if (name && name !== "moves") step(name, `[data-replay="${name}"]`);
  else go({ href: link.href, focus: name ? '[data-replay="moves"]' : ".ply-list [aria-current]" });
});

document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || !replay() || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .table-scroll")) return;
  event.preventDefault();
  step(name, null);
});

inSight();
