// How a clock runs, for devices that have to know it without the server. The server's own machine is the authority;
// this one takes its state and goes on from it while there is no connection.
//
// A clock is the reading that the server sends; times are milliseconds since the clock was started.

const HAS_RESERVE = new Set(["triple-countdown", "double-countdown"]);

const other = (side) => (side === "first" ? "second" : "first");
const index = (side) => (side === "first" ? 0 : 1);
const half = (clock, side) => clock.sides[index(side)];
const isOut = (clock, side) => half(clock, side).main + half(clock, side).reserve === 0;
const isLost = (clock) => clock.phase === "engagement" && (isOut(clock, "first") || isOut(clock, "second"));

/** Whose time runs. */
export function counting(clock) {
  return clock.run === "going" && !isLost(clock) && !isOut(clock, clock.turn) ? clock.turn : null;
}

/** Who has run out of all time. */
export const lost = (clock) =>
  clock.run !== "ready" && clock.phase === "engagement" ? (["first", "second"].find((side) => isOut(clock, side)) ?? null) : null;

/** Whose flag fell in the deployment that is still going on. */
export const fallen = (clock, side) => clock.phase === "deployment" && isOut(clock, side);

export const hasReserve = (settings) => HAS_RESERVE.has(settings?.kind);

/** Rule 11: who has run out in the deployment posts no more; the opponent posts, as long as there is time. */
function settle(clock) {
  if (clock.phase === "deployment" && isOut(clock, clock.turn) && !isOut(clock, other(clock.turn))) {
    clock.turn = other(clock.turn);
  }
}

/** Lets time pass. */
export function pass(clock, to) {
  let span = Math.max(0, to - clock.at);
  clock.at = Math.max(clock.at, to);
  for (let side = counting(clock); span > 0 && side; side = counting(clock)) {
    const own = half(clock, side);
    const onMain = Math.min(span, own.main);
    const onReserve = Math.min(span - onMain, own.reserve);
    own.main -= onMain;
    own.reserve -= onReserve;
    span -= onMain + onReserve;
    settle(clock);
  }
}

function earn(settings, own) {
  own.moves += 1;
  const ms = (seconds) => seconds * 1000;
  switch (settings.kind) {
    case "triple-countdown":
    case "double-countdown":
      if (own.main > 0) own.reserve += ms(settings.per_move);
      break;
    case "tiger-increment":
      if (own.moves <= settings.cut_off) own.main += ms(settings.increment);
      if (own.moves >= settings.cut_off && !own.has_final_increment) {
        own.has_final_increment = true;
        own.main += ms(settings.final_increment);
      }
      break;
    case "fischer":
      own.main += ms(settings.increment);
      break;
    default:
  }
}

function press(clock, settings, side) {
  if (counting(clock) !== side) return false;
  const own = half(clock, side);
  if (clock.phase === "deployment") {
    own.turns += 1;
    if (!isOut(clock, other(side))) clock.turn = other(side);
  } else {
    earn(settings, own);
    clock.turn = other(side);
  }
  return true;
}

/** Takes what happens at a moment; whether it could happen. */
export function take(clock, settings, at, what) {
  pass(clock, at);
  switch (what.event) {
    case "start":
      if (clock.run !== "ready") return false;
      clock.run = "going";
      break;
    case "pause":
      if (clock.run !== "going") return false;
      clock.run = "stopped";
      break;
    case "resume":
      if (clock.run !== "stopped") return false;
      clock.run = "going";
      break;
    case "press":
      if (!press(clock, settings, what.side)) return false;
      break;
    case "begin_engagement":
      if (clock.phase !== "deployment" || settings.kind !== "triple-countdown") return false;
      clock.phase = "engagement";
      clock.turn = "first";
      for (const own of clock.sides) own.main += settings.engagement * 1000;
      break;
    default:
      return false;
  }
  settle(clock);
  return true;
}

/** Begun seconds count whole, so that 0:00 is shown when nothing is left and not before. */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const pad = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
