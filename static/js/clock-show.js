// What a clock shows: times, moves, flags, and how it stands in a sentence. The server says the same without a script.
import { counting, fallen, hasReserve, lost, timeText } from "./clock-machine.js";

const INDEX = { first: 0, second: 1 };
const other = (side) => (side === "first" ? "second" : "first");

function plural(count, one, many) {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function flagText(clock, side) {
  const own = clock.sides[INDEX[side]];
  if (fallen(clock, side)) return "Flag fallen: no more Swordsmen";
  if (lost(clock) === side) return "Flag fallen: out of time";
  return own.main === 0 && own.reserve > 0 ? "On the reserve" : "";
}

/** Whether all turns of postings were made, or nobody can post any more. */
export function hasPostedAll(state, clock) {
  if (clock.run === "ready" || clock.phase !== "deployment") return false;
  const turns = clock.sides[0].turns + clock.sides[1].turns;
  return turns >= state.postings || (fallen(clock, "first") && fallen(clock, "second"));
}

export function sentence(state, clock) {
  if (state.ended) return state.ended;
  if (!clock) return state.missing;
  const name = (side) => state.names[INDEX[side]];
  const who = name(clock.turn);
  if (clock.run === "ready") {
    return state.missing || `Not started. ${who} begins${state.may_start ? "." : " when an arbiter starts it."}`;
  }
  const loser = lost(clock);
  if (loser) return `The flag of ${name(loser)} has fallen: out of time.`;
  if (clock.run === "stopped") {
    if (state.is_held) return "Stopped by an arbiter.";
    return state.may_start ? "Stopped." : "Stopped. The arbiter has been told, and sets it going again.";
  }
  if (clock.phase === "engagement") return `${who} to move.`;
  if (!counting(clock)) return "Both flags fell in the deployment: nothing more is posted. Begin the engagement.";
  if (fallen(clock, other(clock.turn))) {
    return `The flag of ${name(other(clock.turn))} fell in the deployment: no more postings there. ${who} posts on.`;
  }
  return hasPostedAll(state, clock) ? "All Swordsmen should be posted. Begin the engagement." : `Deployment: ${who} posts.`;
}

/** Writes a text only where it changes, so that screen readers are not told the same again. */
export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Shows both halves of a clock inside an element. */
export function showHalves(root, state, clock) {
  for (const part of root.querySelectorAll("[data-half]")) {
    const side = part.dataset.half;
    const own = clock.sides[INDEX[side]];
    const isCounting = counting(clock) === side;
    const isFlagged = fallen(clock, side) || lost(clock) === side;
    part.classList.toggle("is-counting", isCounting);
    part.classList.toggle("is-last", isCounting && own.main === 0);
    part.classList.toggle("is-flagged", isFlagged);
    write(part.querySelector("[data-time]"), timeText(own.main));
    write(part.querySelector("[data-reserve]"), timeText(own.reserve));
    part.querySelector(".clock-reserve").hidden = !hasReserve(state.settings);
    const moves = clock.phase === "deployment" ? plural(own.turns, "turn of postings", "turns of postings") : plural(own.moves, "move", "moves");
    write(part.querySelector("[data-moves]"), moves);
    write(part.querySelector("[data-flag]"), flagText(clock, side));
  }
}
