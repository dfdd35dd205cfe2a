// All clocks of the round: they count on by themselves, and the server is asked every few moments.
import { counting, lost, pass } from "./clock-machine.js";
import { sentence, showHalves, write } from "./clock-show.js";

const ASK_EVERY = 2000;
const list = document.querySelector("[data-clocks]");
const heard = new Map();
let failures = 0;

function show() {
  let going = 0;
  for (const card of list.querySelectorAll("[data-game]")) {
    const known = heard.get(card.dataset.game);
    if (!known?.state.clock) continue;
    const { state, at } = known;
    const clock = structuredClone(state.clock);
    if (state.is_started) pass(clock, state.now + (performance.now() - at));
    showHalves(card, state, clock);
    write(card.querySelector("[data-status]"), sentence(state, clock));
    const late = card.querySelector("[data-late]");
    write(late, state.late);
    late.hidden = !state.late;
    card.querySelector("[data-lost]").hidden = !lost(clock);
    for (const can of card.querySelectorAll("[data-can]")) can.hidden = can.dataset.can === "pause" ? clock.run !== "going" : clock.run !== "stopped" || Boolean(state.ended);
    if (counting(clock) && !state.result) going += 1;
  }
  const status = document.querySelector("[data-clocks-status]");
  write(status, failures > 0 ? "The server cannot be reached; the clocks count on by themselves." : `${going} running.`);
}

async function ask() {
  try {
    const from = performance.now();
    const answer = await fetch(list.dataset.clocks, { headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(6000) });
    if (!answer.ok) throw new Error(String(answer.status));
    const at = (from + performance.now()) / 2;
    for (const state of await answer.json()) heard.set(state.game, { state, at });
    failures = 0;
  } catch {
    failures += 1;
  }
  show();
  setTimeout(ask, ASK_EVERY);
}

if (list) {
  for (const card of list.querySelectorAll("[data-game]")) {
    heard.set(card.dataset.game, { state: JSON.parse(card.dataset.clock), at: performance.now() });
  }
  show();
  setInterval(show, 250);
  ask();
}
