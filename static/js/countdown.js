// <time datetime="2026-11-21T14:30:00Z" data-countdown>14:30</time> counts down to its moment.

const pad = (number) => String(number).padStart(2, "0");

function textOf(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** How far the server's clock is ahead of this device's, in milliseconds; devices in halls are often wrong by minutes. */
let ahead = 0;
let ticked = 0;

async function askServer() {
  try {
    const answer = await fetch("/static/img/mark.svg", { method: "HEAD", cache: "no-store" });
    const apart = Date.parse(answer.headers.get("date")) + 500 - Date.now();
    // Its header knows whole seconds, and the answer took its way.
    if (!Number.isNaN(apart)) ahead = Math.abs(apart) < 3000 ? 0 : apart;
  } catch {
    // Without the server the own clock has to do.
  }
}

function tick() {
  // The first time, and when this device slept or its clock was set.
  if (Math.abs(Date.now() - ticked) > 5000) askServer();
  ticked = Date.now();
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const seconds = Math.round((Date.parse(time.dateTime) - Date.now() - ahead) / 1000);
    if (Number.isNaN(seconds)) continue;
    time.classList.toggle("is-over", seconds <= 0);
    time.closest("[data-until-over]")?.toggleAttribute("hidden", seconds <= 0);
    time.textContent = seconds > 0 ? textOf(seconds) : "0:00";
  }
}

let timer;

/** Starts counting when there is something to count. */
export function watchCountdowns(root) {
  if (!root.querySelector("time[data-countdown]")) return;
  tick();
  timer ??= setInterval(tick, 1000);
}
