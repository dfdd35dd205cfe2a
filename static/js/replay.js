// A game from ply to ply without leaving the page: links and the arrow keys fetch the same page at another ply and put
// its content in place. Every press counts: while a page is on its way, the ply that is wanted moves on, and is fetched
// next. Without this module the links lead there by themselves.
import { isWanted, play as sound, want } from "./sound.js";
import { sideInto } from "./turn.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
let goal = null;
let underWay = null;

const replay = () => document.querySelector("#replay");

function inSight() {
  const here = document.querySelector(".ply-list [aria-current]");
  const list = here?.closest(".ply-list");
  if (!list) return;
  const line = here.parentElement;
  const gap = line.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += gap - (list.clientHeight - line.offsetHeight) / 2;
}

/* By itself: a button plays on, a button that is held runs. */

const PLAY_MS = 1200;
const HOLD_MS = 350;
const RUN_MS = 120;
let playing = null;
let running = null;

const isAtEnd = () => Number((goal ?? underWay) ? plyOf((goal ?? underWay).href) : replay().dataset.ply) >= Number(replay().dataset.last);

function stop() {
  clearInterval(playing);
  playing = null;
  sayPlaying();
}

function sayPlaying() {
  const button = document.querySelector("[data-play]");
  if (button) button.textContent = playing ? "Stop" : "Play";
}

function play() {
  if (playing) {
    stop();
    return;
  }
  if (isAtEnd()) step("first", null);
  playing = setInterval(() => {
    if (isAtEnd()) stop();
    else if (!underWay) step("forward", null);
  }, PLAY_MS);
  sayPlaying();
}

function button(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button button-quiet";
  made.textContent = text;
  made.addEventListener("click", () => action(made));
  return made;
}

/** Puts a text where it can be pasted from, and says so on the button. */
async function copy(text, made) {
  const label = made.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without HTTPS there is no clipboard to write to: a field that is chosen can be copied.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  made.textContent = "Copied";
  setTimeout(() => (made.textContent = label), 1500);
}

function download(name, href) {
  Object.assign(document.createElement("a"), { download: name, href }).click();
}

const isTurned = () => replay().querySelector("svg.board").classList.contains("is-turned");

/** What a file of this game is called: its event, round and board, the ply if it is one, and that the board is turned. */
function fileName(ply = "") {
  const [, , event] = location.pathname.split("/");
  const words = `${event} ${document.querySelector("h1")?.textContent ?? ""} ${ply} ${isTurned() ? "turned" : ""}`;
  return words.toLowerCase().match(/[\p{L}\p{N}]+/gu).join("-");
}

/** The picture of the board that a link leads to, as PNG: it is made from the SVG on this device. */
async function downloadPng(link) {
  const name = fileName(`ply ${replay().dataset.ply}`);
  const { pixelsOf } = await import("./animation.js");
  const svg = await (await fetch(link.href, { credentials: "same-origin" })).text();
  download(`${name}.png`, (await pixelsOf(svg)).canvas.toDataURL("image/png"));
}

let animating = null;

/** All plies as an animated file. The button counts them; pressed again, it ends. */
async function downloadGif(link) {
  if (animating) {
    animating.isOn = false;
    return;
  }
  const mine = { isOn: true };
  animating = mine;
  const last = Number(replay().dataset.last);
  const name = fileName();
  const addresses = Array.from({ length: last + 1 }, (_, ply) => {
    const url = new URL(link.href);
    url.searchParams.set("ply", ply);
    return url.href;
  });
  const say = (text) => {
    const made = document.querySelector("[data-gif]");
    if (made) made.textContent = text;
  };
  try {
    const { animated } = await import("./animation.js");
    const gif = await animated(addresses, (done) => {
      say(`${done} of ${last + 1}, stop`);
      return mine.isOn;
    });
    if (gif) {
      const href = URL.createObjectURL(gif);
      download(`${name}.gif`, href);
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    }
    say(AS_GIF);
  } catch {
    say("Not made, try again");
  }
  animating = null;
}

const AS_GIF = "Whole game as GIF";

function dressPicture() {
  const link = replay()?.querySelector("[data-picture]");
  if (!link || link.parentElement.querySelector("[data-gif]")) return;
  const gif = button(AS_GIF, () => downloadGif(link));
  gif.dataset.gif = "";
  link.after(button("as PNG", () => downloadPng(link)), gif);
}

/** What only a script can do stands beside what links do. */
function dress() {
  dressPicture();
  for (const made of replay()?.querySelectorAll("[data-copy]") ?? []) made.hidden = false;
  const steps = replay()?.querySelector(".replay-steps");
  if (!steps || steps.querySelector("[data-play]")) return;
  const player = button("Play", play);
  player.dataset.play = "";
  steps.append(player);
  sayPlaying();
  const situation = replay().querySelector("[data-situation]")?.textContent;
  if (!situation) return;
  const line = document.createElement("p");
  line.className = "cluster replay-copies";
  line.append(
    soundButton(),
    button("Copy the situation", (made) => copy(situation, made)),
    button("Copy the link to here", (made) => {
      const url = new URL(sideInto(location.href, isTurned()));
      url.searchParams.set("ply", replay().dataset.ply);
      copy(url.href, made);
    }),
  );
  replay().querySelector("[data-situation]").closest("details").before(line);
}

/* A knock for every move, a deeper one for a capture; off until somebody wants it. */

const SOUND = "moves-sound";

function knock() {
  const move = document.querySelector(".ply-list [aria-current]")?.textContent ?? "";
  sound([move.includes("x") ? 196 : 330], 0.07, 0.3);
}

function soundButton() {
  const made = button("", () => {
    want(SOUND, !isWanted(SOUND));
    say();
    if (isWanted(SOUND)) knock();
  });
  const say = () => {
    made.textContent = isWanted(SOUND) ? "Sound: on" : "Sound: off";
  };
  say();
  return made;
}

function put(fresh, { href, focus }) {
  const here = replay();
  const before = here.dataset.ply;
  const open = [...here.querySelectorAll("details")].map((details) => details.open);
  here.dataset.ply = fresh.dataset.ply;
  here.replaceChildren(...document.adoptNode(fresh).childNodes);
  here.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  history.replaceState(null, "", href);
  dress();
  if (before !== here.dataset.ply && isWanted(SOUND)) knock();
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
  if (playing) stop();
  if (running?.isOn) return;
  if (name && name !== "moves") step(name, `[data-replay="${name}"]`);
  else go({ href: link.href, focus: name ? '[data-replay="moves"]' : ".ply-list [aria-current]" });
});

document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || !replay() || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .table-scroll")) return;
  event.preventDefault();
  if (playing) stop();
  step(name, null);
});

document.addEventListener("pointerdown", (event) => {
  const name = event.target.closest("#replay a[data-replay]")?.dataset.replay;
  if (name !== "back" && name !== "forward") return;
  running = { isOn: false };
  running.wait = setTimeout(() => {
    running.isOn = true;
    running.timer = setInterval(() => {
      if (!underWay) step(name, null);
    }, RUN_MS);
  }, HOLD_MS);
});

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (!running) return;
    clearTimeout(running.wait);
    clearInterval(running.timer);
    // The click that follows a run is no press more.
    setTimeout(() => (running = null), 0);
  });
}

// A link that is held is no link to be dragged or saved.
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("#replay a[data-replay]")) event.preventDefault();
});
document.addEventListener("contextmenu", (event) => {
  if (running?.isOn) event.preventDefault();
});

dress();
inSight();
// A game that is played is put in place anew with each move: what stands beside its links comes back.
new MutationObserver(() => {
  dress();
  inSight();
}).observe(document.querySelector("main"), { childList: true, subtree: true });
// On a wide screen a tall board, too, is in sight with its buttons as the page opens.
if (matchMedia("(min-width: 60rem)").matches && !location.hash && scrollY === 0) {
  replay()?.querySelector(".replay-steps")?.scrollIntoView({ block: "nearest" });
}
