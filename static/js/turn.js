// A button at every board turns it round; kept on this device, for scoresheets apart from all other boards, as a player's
// sheet begins from the own side. Boards that are put in place later get theirs, too.
const key = () => (document.querySelector("#scoresheet") ? "board:sheet" : "board:page");

function kept() {
  try {
    return localStorage.getItem(key());
  } catch {
    return null;
  }
}

function keep(value) {
  try {
    localStorage.setItem(key(), value);
  } catch {
    // It stays turned as long as the page does.
  }
}

function dress(board) {
  board.dataset.dressed = "yes";
  const wanted = kept();
  if (wanted) board.classList.toggle("is-turned", wanted === "turned");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-ghost button-small";
  button.textContent = "Turn round";
  button.addEventListener("click", () => {
    const isTurned = !board.classList.contains("is-turned");
    keep(isTurned ? "turned" : "straight");
    for (const one of document.querySelectorAll("svg.board")) one.classList.toggle("is-turned", isTurned);
  });
  const steps = board.parentElement.querySelector(".replay-steps");
  if (steps) {
    steps.append(button);
    return;
  }
  const line = document.createElement("div");
  line.className = "board-turn";
  line.append(button);
  board.after(line);
}

function dressAll() {
  for (const board of document.querySelectorAll("svg.board:not([data-dressed])")) dress(board);
}

export function watchBoards() {
  dressAll();
  const main = document.querySelector("main");
  if (main) new MutationObserver(dressAll).observe(main, { childList: true, subtree: true });
}
