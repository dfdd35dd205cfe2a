// A scoresheet without leaving the page: touches and typed moves fetch what is new of the page and put it in place.
// Without this module links and forms do the same by themselves.
//
// When the connection is lost, moves stay on this device, in the order in which they were made, and are sent when it is
// back. The server reads them as if they had been typed: up to the first that is not legal.

import { Held } from "./held.js";

const RETRY_MS = 4000;
const held = new Held();
const sheet = () => document.querySelector("#scoresheet");
const storeKey = () => `scoresheet:${sheet()?.dataset.sheet}`;
let asked = 0;
let busy = false;
let retry;

/* Moves that have not reached the server, each with the keys of the form it was made with: what has arrived although no
   answer came back is known by them, and not written twice. */

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(storeKey()) ?? "[]");
  } catch {
    return [];
  }
}

function keep(items) {
  try {
    if (items.length) localStorage.setItem(storeKey(), JSON.stringify(items));
    else localStorage.removeItem(storeKey());
    return true;
  } catch {
    return false;
  }
}

const words = (items) => items.map((item) => item.moves).join(" ");

function say(text, isLost = false) {
  const state = sheet()?.querySelector("[data-state]");
  if (!state) return;
  state.textContent = text;
  state.toggleAttribute("data-lost", isLost);
}

function sayLost() {
  const items = waiting();
  if (items.length) {
    say(`No connection. On this device wait: ${words(items)}. Type on; all is sent when the connection is back.`, true);
  }
}

/* Fetching. */

class Lost extends Error {}

async function page(href, options) {
  let answer;
  try {
    answer = await held.fetch(href, options);
  } catch {
    throw new Lost();
  }
  if (answer.status >= 500) throw new Lost();
  const fresh = new DOMParser().parseFromString(answer.text, "text/html");
  return { status: answer.status, url: answer.url, fresh: fresh.querySelector("#scoresheet"), document: fresh };
}

/** Puts fetched content in place; a page of another kind is opened as a page. */
function put(got, focus) {
  const here = sheet();
  if (!got.fresh || !here) {
    location.assign(got.url);
    return;
  }
  const open = [...here.querySelectorAll("details")].map((details) => details.open);
  here.dataset.revision = got.fresh.dataset.revision;
  if (got.fresh.hasAttribute("data-taps")) here.dataset.taps = got.fresh.dataset.taps;
  else delete here.dataset.taps;
  here.toggleAttribute("data-open", got.fresh.hasAttribute("data-open"));
  here.replaceChildren(...document.adoptNode(got.fresh).childNodes);
  here.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  dress();
  if (focus) here.querySelector(focus)?.focus({ preventScroll: true });
}

async function follow(href, focus, link) {
  const mine = ++asked;
  try {
    const got = await page(href);
    if (mine !== asked) return;
    put(got, focus);
    // A ply is tapped below the board on a phone.
    if (link.matches("[data-sheet-link]")) sheet().querySelector(".board")?.scrollIntoView({ block: "nearest" });
    const { pathname, search } = new URL(href, location.href);
    history.replaceState(null, "", pathname + search);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    say("No connection. Moves stay on this device and are sent when it is back.", true);
    if (link.matches(".spot-own, .spot-chosen")) offer(link);
  }
}

/** Without a connection: the force that was touched lights up, and its moves stand below the board. */
function offer(link) {
  const from = new URL(link.getAttribute("href"), location.href).searchParams.get("from");
  const box = sheet().querySelector("#choice");
  const form = sheet().querySelector("form[data-typing]");
  if (!box || !form) return;
  for (const one of sheet().querySelectorAll(".spot-chosen")) one.classList.replace("spot-chosen", "spot-own");
  link.classList.replace("spot-own", "spot-chosen");
  const moves = [...sheet().querySelectorAll("#legal option")].filter((option) => option.dataset.from === from);
  const buttons = document.createElement("div");
  buttons.className = "move-buttons";
  buttons.append(
    ...moves.map((move) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button button-quiet move-button";
      const written = document.createElement("span");
      written.className = "mono";
      written.textContent = move.value;
      button.append(move.textContent, " ", written);
      button.addEventListener("click", () => {
        form.elements.moves.value = move.value;
        form.requestSubmit();
      });
      return button;
    }),
  );
  box.classList.add("is-asking");
  box.replaceChildren(buttons);
}

/* Where nothing is shown ahead of a move, two taps are one: the first chooses on this device alone, the second sends both
   positions. Keyboards, and places that are no square, follow the links. */

let picked = null;

const placeOf = (link) => new URL(link.getAttribute("href"), location.href).searchParams.get("from");

function putBack() {
  picked?.link.classList.replace("spot-chosen", "spot-own");
  picked?.bar.remove();
  picked = null;
}

function sendTouches(touches) {
  const form = sheet().querySelector("form.sheet-board");
  const button = document.createElement("button");
  button.name = "moves";
  button.value = touches;
  button.hidden = true;
  form.append(button);
  putBack();
  form.requestSubmit(button);
  button.remove();
}

function pick(link) {
  putBack();
  const place = placeOf(link);
  const bar = document.createElement("p");
  bar.className = "cluster sheet-picked";
  const name = document.createElement("strong");
  name.textContent = link.getAttribute("aria-label");
  bar.append(name);
  const add = (text, kind, action) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `button button-${kind} button-small`;
    button.textContent = text;
    button.addEventListener("click", action);
    bar.append(button);
  };
  if (sheet().dataset.taps === "stays") add("It stays where it is", "quiet", () => sendTouches(`${place}/`));
  add("Put back", "ghost", putBack);
  sheet().querySelector("#choice")?.prepend(bar);
  link.classList.replace("spot-own", "spot-chosen");
  picked = { link, place, bar };
}

/** Whether the tap was one of two. */
function tap(event) {
  const board = event.target.closest("#scoresheet[data-taps] .sheet-board svg.board");
  if (!board || event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return false;
  const link = event.target.closest("a.spot-own, a.spot-chosen");
  if (!picked?.link.isConnected) {
    picked = null;
    if (!link?.matches(".spot-own")) return false;
    event.preventDefault();
    pick(link);
    return true;
  }
  event.preventDefault();
  const near = (selector) => event.target.closest(selector);
  // Where somebody may be posted, a button lies over the square.
  const posted = near("button.spot-button")?.value.replace("/", "");
  const square = posted ?? near("[data-place]")?.dataset.place ?? near("[data-at]")?.dataset.at;
  const place = link ? placeOf(link) : square;
  if (place === picked.place) putBack();
  else if (place) sendTouches(`${picked.place}/${place}`);
  else follow(picked.link.getAttribute("href"), null, picked.link);
  return true;
}

/** Sends a form; moves that do not arrive are kept. */
async function send(form, submitter) {
  if (busy) return;
  busy = true;
  const data = new FormData(form, submitter);
  const moves = (data.get("moves") ?? "").trim();
  const item = { moves, key: data.get("idempotency_key"), version: data.get("version") };
  try {
    if (moves && waiting().length) {
      add(item, form);
      await sendWaiting();
      return;
    }
    put(await post(form.action, data), form.hasAttribute("data-typing") ? TYPED : null);
    history.replaceState(null, "", sheet().dataset.sheet);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (moves) add(item, form);
    else say("No connection. Nothing was changed; try again when it is back.", true);
  } finally {
    delete form.dataset.sent;
    busy = false;
    again();
  }
}

const TYPED = "[data-typing] input[name=moves]";
const post = (action, data) => page(action, { method: "POST", body: new URLSearchParams(data) });

function add(item, form) {
  if (!keep([...waiting(), item])) {
    say("No connection, and this device keeps nothing: the move is not written.", true);
    return;
  }
  const field = form.querySelector("input[name=moves][type=text]");
  if (field) field.value = "";
  // What the board shows is older than what was made: taps would mean something else.
  sheet().querySelectorAll(".sheet-board .spot, .sheet-choice, .sheet-side .move-button").forEach((one) => one.remove());
  sayLost();
}

/** Sends what waits, the oldest by itself with its own keys, the rest after it. */
async function sendWaiting() {
  try {
    while (waiting().length) {
      const [first, ...rest] = waiting();
      const data = new FormData(sheet().querySelector("form[data-sheet-form]"));
      data.set("moves", first.moves);
      data.set("idempotency_key", first.key);
      data.set("version", first.version);
      const got = await post(sheet().dataset.sheet, data);
      if (!got.fresh) {
        say(`The server does not take what waits here: ${words([first, ...rest])}. Reload the page, sign in if it asks, and it is sent.`, true);
        return;
      }
      const fresh = got.fresh.querySelector("form[data-sheet-form]");
      const isDone = got.status === 200;
      const next = { moves: words(rest), key: fresh?.elements.idempotency_key.value, version: got.fresh.dataset.revision };
      keep(isDone && rest.length && fresh ? [next] : []);
      put(got, TYPED);
      if (!isDone && rest.length) {
        const field = sheet().querySelector(TYPED);
        if (field) field.value = `${field.value} ${words(rest)}`.trim();
      }
      if (isDone && !rest.length) say("The connection is back: everything is kept on the server.");
    }
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    sayLost();
  }
}

function again() {
  clearTimeout(retry);
  if (!waiting().length) return;
  retry = setTimeout(async () => {
    if (!busy) {
      busy = true;
      await sendWaiting().finally(() => (busy = false));
    }
    again();
  }, RETRY_MS);
}

/* Completion from the legal moves, quicker than the browser's own list. */

const MOST_SHOWN = 12;
const bare = (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

function complete(field) {
  const list = sheet().querySelector("[data-matches]");
  const typed = bare(field.value);
  const options = [...sheet().querySelectorAll("#legal option")];
  const matches = typed && !field.value.includes(" ") ? options.filter((option) => bare(option.value).startsWith(typed)) : [];
  list.hidden = matches.length === 0;
  list.replaceChildren(
    ...matches.slice(0, MOST_SHOWN).map((option) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "submit";
      button.name = "moves";
      button.value = option.value;
      button.className = "button button-quiet button-small mono";
      button.textContent = option.value;
      button.title = option.textContent;
      item.append(button);
      return item;
    }),
  );
}

/* The page. */

/** The browser's own list would lie over ours. */
function dress() {
  const field = sheet()?.querySelector("[data-typing] input[list]");
  field?.removeAttribute("list");
  const line = sheet()?.querySelector(".ply-list [aria-current]")?.parentElement;
  const list = line?.closest(".ply-list");
  if (list) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
}

document.addEventListener("click", (event) => {
  if (tap(event)) return;
  const link = event.target.closest("#scoresheet a.spot, #scoresheet [data-sheet-link], #scoresheet .sheet-choice a, #scoresheet .sheet-looking a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const name = link.matches(".spot-own, .spot-chosen") ? link.getAttribute("aria-label") : null;
  follow(link.getAttribute("href"), link.matches("[data-sheet-link]") ? ".ply-list [aria-current]" : name ? ".spot-chosen" : null, link);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-sheet-form]");
  if (!form) return;
  event.preventDefault();
  // A button of the completion carries its own move beside the half-typed one.
  const field = form.querySelector("input[name=moves][type=text]");
  if (field && event.submitter?.name === "moves") field.value = event.submitter.value;
  send(form, field ? null : event.submitter);
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-typing] input[name=moves]")) complete(event.target);
});

window.addEventListener("online", () => {
  if (!busy) again();
});

dress();
if (waiting().length) {
  sayLost();
  sendWaiting().finally(again);
}
