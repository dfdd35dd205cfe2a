// <time datetime="2026-11-21T14:30:00Z" data-countdown>14:30</time> counts down to its moment.

const pad = (number) => String(number).padStart(2, "0");

function textOf(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const seconds = Math.round((Date.parse(time.dateTime) - Date.now()) / 1000);
    if (Number.isNaN(seconds)) continue;
    time.classList.toggle("is-over", seconds <= 0);
    time.closest("[data-until-over]")?.toggleAttribute("hidden", seconds <= 0);
    time.textContent = seconds > 0 ? textOf(seconds) : "0:00";
  }
}

let timer;

/** Starts counting when there is something to count. */
export function watchCountdowns(root) {
  if (timer || !root.querySelector("time[data-countdown]")) return;
  tick();
  timer = setInterval(tick, 1000);
}
