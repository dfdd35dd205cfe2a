// A button at every board turns it round; kept on this device. A player's sheet begins from the own side, and what is kept is
// whether that was turned, as the side is another one in the next round. Arbiters have one chair for all boards of their
// events, everybody else one for all pages. Boards that are put in place later get theirs, too. An address that says that the
// board is turned shows it so, whatever is kept, until its reader turns it.
const isOwn = () => document.querySelector("#scoresheet[data-own]") !== null;

let asked = new URLSearchParams(location.search).get("turned") === "1" ? "turned" : null;

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

/** An address with the side from which its board is seen; the same where it says so already. */
export function sideInto(address, isTurned) {
  const url = new URL(address, location.href);
  if ((url.searchParams.get("turned") === "1") === isTurned) return address;
  if (isTurned) url.searchParams.set("turned", "1");
  else url.searchParams.delete("turned");
  return url.href;
}

/** The game's other moments, its pictures and the line for other pages show the board as it is seen. */
function turnLinks(isTurned) {
  const [game] = /^\/events\/[^/]+\/games\/[^/]+/.exec(location.pathname) ?? [];
  if (!game) return;
  for (const link of document.querySelectorAll("#replay a[href], #tried a[href]")) {
    const address = link.getAttribute("href");
    if (!new URL(address, location.href).pathname.startsWith(game)) continue;
    link.setAttribute("href", sideInto(address, isTurned !== link.hasAttribute("data-turn")));
  }
  const line = document.querySelector("#embed-line");
  if (!line) return;
  line.value = line.value.replace(/src="([^"]*)"/, (_, source) => {
    const address = sideInto(source.replaceAll("&amp;", "&"), isTurned);
    return `src="${address.replaceAll("&", "&amp;")}"`;
  });
}

function dress(board) {
  board.dataset.dressed = "yes";
  const wanted = asked ?? kept();
  const begins = isOwn() && board.classList.contains("is-turned");
  if (wanted) board.classList.toggle("is-turned", (wanted === "turned") !== begins);
  turnLinks(board.classList.contains("is-turned"));
  const turn = (event) => {
    event.preventDefault();
    const isTurned = !board.classList.contains("is-turned");
    keep(isTurned !== begins ? "turned" : "straight");
    asked = null;
    for (const one of document.querySelectorAll("svg.board")) one.classList.toggle("is-turned", isTurned);
    turnLinks(isTurned);
    if (link) history.replaceState(history.state, "", sideInto(location.href, isTurned));
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
