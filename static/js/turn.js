// A button at every board turns it round; kept on this device. A player's sheet begins from the own side, and what is kept is
// whether that was turned, as the side is another one in the next round. Arbiters have one chair for all boards of their
// events, everybody else one for all pages. Boards that are put in place later get theirs, too.
const isOwn = () => document.querySelector("#scoresheet[data-own]") !== null;

function key() {
  if (isOwn()) return "board:own";
  return document.querySelector("main[data-chair]") ? "board:chair" : "board:page";
}

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

/** Downloads show the board as it is seen. */
function turnPictures(isTurned) {
  for (const link of document.querySelectorAll("a[data-picture]")) {
    const url = new URL(link.href);
    if (isTurned) url.searchParams.set("turned", "1");
    else url.searchParams.delete("turned");
    link.href = url.href;
  }
}

function dress(board) {
  board.dataset.dressed = "yes";
  const wanted = kept();
  const begins = isOwn() && board.classList.contains("is-turned");
  if (wanted) board.classList.toggle("is-turned", (wanted === "turned") !== begins);
  turnPictures(board.classList.contains("is-turned"));
  const turn = (event) => {
    event.preventDefault();
    const isTurned = !board.classList.contains("is-turned");
    keep(isTurned !== begins ? "turned" : "straight");
    for (const one of document.querySelectorAll("svg.board")) one.classList.toggle("is-turned", isTurned);
    turnPictures(isTurned);
  };
  const link = board.parentElement.querySelector("a[data-turn]");
  if (link) {
    link.addEventListener("click", turn);
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-ghost button-small";
  button.textContent = "Turn round";
  button.addEventListener("click", turn);
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
