// The clock between the players. It counts on by itself, keeps every press on the device until the server has it,
// and shows what the server says as soon as it says it.
import { counting, lost, pass, take } from "./clock-machine.js";
import { Memory, Queue, deviceNow } from "./clock-queue.js";
import { STAY_OPEN, keepPage } from "./offline.js";
import { hasPostedAll, sentence, showHalves, write } from "./clock-show.js";

const ASK_EVERY = 1500;
const TRY_AGAIN = 2000;
const BARRED = 10_000;
const PATIENCE = 6000;
const SHOWN_DRIFT = 300;
const DRIFT_STAYS = 60_000;
const STALE = 5000;
const TWO_CLICKS = 700;

const root = document.getElementById("clock");
const url = root.dataset.url;
const isArbiter = root.dataset.arbiter === "true";
const printed = JSON.parse(root.dataset.clock);
const queue = new Queue(printed.game, printed.hand, root.dataset.name);
const memory = new Memory(printed.game);
const find = (selector) => root.querySelector(selector);

/** What the server said last, and when by this device's clock. */
let heard = { state: printed, at: deviceNow() };
const before = memory.read();
if (before?.state.hand === printed.hand && isNewer(before, printed)) heard = before;
let failures = 0;
let drift = null;
let driftAt = 0;
let isBusy = false;
let isBarred = "";
let timer;

/** Whether this device has heard more than the page says, which then lay in its store. */
function isNewer(known, page) {
  if (known.state.seq !== page.seq) return known.state.seq > page.seq;
  return page.is_started && known.state.now + (deviceNow() - known.at) > page.now + STALE;
}

/** A moment of the device as the server's clock counts it. */
const momentOf = (at) => (heard.state.is_started ? Math.max(0, heard.state.now + (at - heard.at)) : 0);

/** The clock as it stands now: what the server knows, and what waits here. */
function standing(now = deviceNow()) {
  const { state } = heard;
  if (!state.clock) return null;
  const clock = structuredClone(state.clock);
  let began = null;
  for (const item of queue.all()) {
    const at = state.is_started ? momentOf(item.at) : began === null ? 0 : item.at - began;
    if (take(clock, state.settings, Math.max(clock.at, at), item.what) && item.what.event === "start") began = item.at;
  }
  if (state.is_started) pass(clock, momentOf(now));
  else if (began !== null) pass(clock, now - began);
  return clock;
}

function connectionText(waiting, isCounting) {
  const presses = waiting === 1 ? "1 press is waiting" : `${waiting} presses are waiting`;
  if (isBarred) return `${isBarred}${waiting ? ` ${presses} on this device: tell the arbiter.` : ""}`;
  const stay = root.dataset.kept === "no" ? STAY_OPEN : "";
  if (failures > 0) return `Offline: ${waiting === 0 ? "nothing is waiting" : presses} on this device.${isCounting ? " The clock counts on." : ""} ${stay}`.trim();
  if (waiting > 0) return "";
  if (drift !== null && Math.abs(drift) >= SHOWN_DRIFT) {
    return `This device ran ${(Math.abs(drift) / 1000).toFixed(1)} s ${drift > 0 ? "fast" : "slow"}; it shows the server's time.`;
  }
  // Said before the connection is lost, while somebody can still do something about it.
  return stay;
}

function show() {
  const clock = standing();
  const { state } = heard;
  const waiting = queue.all().filter((item) => item.what.event !== "reconnect").length;
  write(find("[data-connection]"), connectionText(waiting, Boolean(clock && counting(clock))));
  root.dataset.barred = isBarred ? "yes" : "no";
  find("[data-connection]").dataset.tone = isBarred || failures > 0 ? "warning" : "plain";
  const contradiction = find("[data-contradiction]");
  write(contradiction, state.contradiction);
  contradiction.hidden = !state.contradiction;
  const offers = find("[data-offers]");
  write(offers, state.offers);
  offers.hidden = !state.offers;
  write(find("[data-status]"), sentence(state, clock));
  if (!clock) return;
  showHalves(root, state, clock);
  const turn = counting(clock);
  for (const form of root.querySelectorAll("form[data-half]")) {
    const side = form.dataset.half;
    form.querySelector("button").disabled = turn !== side || !mayPress(side);
  }
  const isDeploying = clock.run !== "ready" && !state.ended && clock.phase === "deployment";
  const can = {
    start: clock.run === "ready" && state.may_start && !state.missing,
    engagement: isDeploying,
    pause: clock.run === "going" && !lost(clock),
    resume: clock.run === "stopped" && !state.ended && state.may_start && (!state.is_held || isArbiter),
  };
  for (const button of root.querySelectorAll("[data-do]")) button.hidden = Boolean(isBarred) || !can[button.dataset.do];
  const engagement = find("[data-do=engagement]");
  engagement.classList.toggle("button-primary", hasPostedAll(state, clock));
  engagement.classList.toggle("button-quiet", !hasPostedAll(state, clock));
  const way = find("[data-lost]");
  way.hidden = way.hasAttribute("data-never") || !lost(clock);
}

const mayPress = (side) => !isBarred && heard.state.may_press[side === "first" ? 0 : 1];

/** Something is done on this device. */
function touch(what) {
  const clock = standing();
  const half = clock?.sides[what.side === "second" ? 1 : 0];
  const nth = what.event === "press" && half ? half.turns + half.moves + 1 : undefined;
  if (!clock || !take(clock, heard.state.settings, clock.at, what)) return;
  queue.add(what, heard.state.mark, nth);
  show();
  speak();
}

function tellVain(items, outcomes) {
  const list = find("[data-vain]");
  items.forEach((item, place) => {
    if (outcomes[place]?.outcome !== "in_vain" || item.what.event === "reconnect") return;
    const line = document.createElement("li");
    const time = new Date(item.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
    line.textContent = `What was pressed at ${time} changed nothing: ${outcomes[place].why}. The arbiter sees it in the book.`;
    list.append(line);
  });
}

/** What others pressed on this device is shown, and waits for them. */
function tellOthers() {
  const box = find("[data-others]");
  const others = queue.others();
  box.hidden = others.length === 0;
  box.replaceChildren(...others.map(lineOf));
}

function lineOf(other) {
  const line = document.createElement("p");
  const { hand, by, count } = other;
  const [presses, are] = count === 1 ? ["1 press", "it is"] : [`${count} presses`, "they are"];
  const wait = `${presses}${by ? ` of ${by}` : ""} ${count === 1 ? "waits" : "wait"} on this device`;
  const when = hand === "board" ? "this device is that again" : `${by} opens this clock here`;
  line.append(by ? `${wait}; ${are} sent when ${when}. ` : `${wait}. An earlier version of the program kept no name. `);
  const way = (text, action) => {
    const one = document.createElement("button");
    Object.assign(one, { type: "button", className: "button button-quiet button-small", textContent: text });
    one.addEventListener("click", () => {
      action();
      tellOthers();
      show();
      speak();
    });
    line.append(one, " ");
  };
  if (!by) way("Send from here", () => queue.takeOver(other));
  const lost = count === 1 ? "It has not been sent and will be lost." : "They have not been sent and will be lost.";
  way("Discard", () => {
    if (window.confirm(`Discard ${presses}${by ? ` of ${by}` : ""}? ${lost}`)) queue.discard(other);
  });
  return line;
}

async function ask(items, at) {
  const signal = AbortSignal.timeout(PATIENCE);
  const headers = { Accept: "application/json" };
  if (items.length === 0) return fetch(`${url}.json`, { headers, signal, credentials: "same-origin", cache: "no-store" });
  const presses = items.map(({ device, seq, at: then, mark, what, nth }) => ({ device, seq, age: Math.max(0, at - then), drift: drift === null ? null : Math.round(drift), mark: mark ?? "", what, nth }));
  const body = new URLSearchParams({ csrf: heard.state.csrf, presses: JSON.stringify(presses), hand: printed.hand });
  return fetch(`${url}/presses`, { method: "POST", body, headers, signal, credentials: "same-origin" });
}

/** Takes what the server says, and notes how far this device has run from it since they last spoke. */
function hear(state, from, to) {
  const at = (from + to) / 2;
  if (heard.state.is_started && state.is_started) {
    const run = heard.state.now + (at - heard.at) - state.now;
    // Within the time that the answer took, nobody can tell.
    const told = Math.abs(run) <= (to - from) / 2 ? 0 : run;
    if (Math.abs(told) >= SHOWN_DRIFT || at - driftAt > DRIFT_STAYS) [drift, driftAt] = [told, at];
  }
  heard = { state, at };
  memory.keep(heard);
}

/** Asks how the clock stands. */
async function listen() {
  const from = deviceNow();
  const answer = await ask([], from);
  if (!answer.ok) return answer;
  const state = await answer.json();
  if (state.hand !== printed.hand) {
    // Somebody else has signed in on this device: what waits here is not theirs.
    location.reload();
    return new Promise(() => {});
  }
  hear(state, from, deviceNow());
  return answer;
}

/** Sends what waits; nothing if nothing does. */
async function deliver(items) {
  if (items.length === 0) return null;
  const from = deviceNow();
  const answer = await ask(items, from);
  if (answer.ok) {
    const told = await answer.json();
    hear(told.state, from, deviceNow());
    queue.remove(items);
    tellVain(items, told.outcomes);
  }
  return answer;
}

/** All that waits, and last that the connection is back: only now is it known how many presses waited. */
function withReconnection() {
  const items = queue.all();
  if (items.length === 0 || items.some((item) => item.what.event === "reconnect")) return items;
  return [...items, queue.add({ event: "reconnect", waited: items.length }, heard.state.mark)];
}

/** Speaks with the server: sends what waits, or asks how the clock stands. */
async function speak() {
  if (isBusy) return;
  isBusy = true;
  clearTimeout(timer);
  let wait = ASK_EVERY;
  let items = queue.all();
  try {
    // After a silence the server is heard first: then what is sent says how far this device has run.
    const answer = items.length === 0 || failures > 0 ? await listen() : null;
    if (answer?.ok && failures > 0) items = withReconnection();
    const taken = answer && !answer.ok ? answer : await deliver(items);
    if (taken && !taken.ok) {
      await refused(taken, items);
      wait = isBarred ? BARRED : TRY_AGAIN;
    } else {
      failures = 0;
      isBarred = "";
    }
  } catch {
    failures += 1;
    wait = TRY_AGAIN;
  }
  isBusy = false;
  show();
  timer = setTimeout(speak, queue.all().length > 0 && failures === 0 && !isBarred ? 0 : wait);
}

/** The server answers and does not take it. What waits stays on the device. */
async function refused(answer, items) {
  if (answer.status >= 500) {
    failures += 1;
    return;
  }
  // The board was changed or its round taken back: the page that says so does not count on.
  if (answer.status === 404 && queue.all().length === 0) {
    location.reload();
    return;
  }
  const told = await answer.json().catch(() => ({}));
  if (items.length === 0) {
    isBarred = told.detail ?? "This device may not press this clock any more.";
    return;
  }
  // The token may be of a visit before this one: ask for a new one, then send again.
  const old = heard.state.csrf;
  const fresh = await listen();
  if (fresh.ok && heard.state.csrf !== old) isBarred = "";
  else isBarred = told.detail ?? "The server does not take these presses.";
}

let begunAt = -TWO_CLICKS;

function submit(event) {
  const form = event.target;
  if (!root.contains(form)) return;
  event.preventDefault();
  if (form.dataset.half) {
    touch({ event: "press", side: form.dataset.half });
    return;
  }
  const what = event.submitter?.dataset.do;
  // Stop comes where the button was that set the clock going: the second click of two was meant for that.
  if (what === "pause" && deviceNow() - begunAt < TWO_CLICKS) return;
  if (what === "start" || what === "resume") begunAt = deviceNow();
  if (what === "pause" && !heard.state.may_start && !window.confirm("Stop the clock? It stands until an arbiter sets it going again.")) return;
  if (what === "engagement") {
    const clock = standing();
    const turns = clock ? clock.sides[0].turns + clock.sides[1].turns : 0;
    const isEarly = clock && !hasPostedAll(heard.state, clock);
    if (isEarly && heard.state.may_start && !window.confirm(`Only ${turns} of ${heard.state.postings} turns of postings were made. Begin the engagement all the same?`)) return;
    touch({ event: "begin_engagement" });
  } else if (what) {
    touch({ event: what });
  }
}

/** The halves from top to bottom, for the arrow keys. */
const halves = () => [...root.querySelectorAll("form[data-half]")].map((form) => form.dataset.half);

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const [far, near] = halves();
  const sides = { ShiftLeft: near, ArrowLeft: near, ArrowDown: near, ShiftRight: far, ArrowRight: far, ArrowUp: far };
  const clock = standing();
  const isOnControl = event.target.closest?.("a, .clock-bar button");
  const side = event.code === "Space" && !isOnControl ? clock && counting(clock) : sides[event.code];
  if (!side) return;
  event.preventDefault();
  if (mayPress(side)) touch({ event: "press", side });
}

/** The screen stays on while the clock is looked at. */
async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // The device decides.
  }
}

/** Keeps the page itself on the device; without it its presses are kept all the same. */
async function keep() {
  root.dataset.kept = (await keepPage()) ? "yes" : "no";
  show();
}

document.addEventListener("submit", submit);
document.addEventListener("keydown", key);
document.addEventListener("visibilitychange", () => {
  stayAwake();
  if (document.visibilityState === "visible") speak();
});
window.addEventListener("online", speak);
root.dataset.live = "yes";
tellOthers();
show();
setInterval(show, 200);
speak();
stayAwake();
if (document.readyState === "complete") keep();
else window.addEventListener("load", keep);
