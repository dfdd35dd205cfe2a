// A scoresheet without leaving the page: touches and typed moves fetch what is new of the page and put it in place.
// Without this module links and forms do the same by themselves.
//
// When the connection is lost, the sheet goes on: what is touched or typed stays on this device, unchecked, and is sent in
// its order when the connection is back. The first word that does not fit is put to whoever wrote it; the rest waits.
import { Held } from "./held.js";
import { STAY_OPEN, keepPage, keepText } from "./offline.js";
import { isVacant, light, nameOf, showWritten } from "./sheet-board.js";
import { BACK, Waiting, shown } from "./sheet-waiting.js";

const RETRY_MS = 4000;
const TYPED = "[data-typing] input[name=moves]";
const STATE = ["data-revision", "data-taps", "data-open", "data-after", "data-rest"];
const sheet = () => document.querySelector("#scoresheet");
const find = (selector) => sheet().querySelector(selector);
const held = new Held();
const waiting = new Waiting(sheet().dataset.sheet, sheet().dataset.holder, sheet().dataset.holderName);
let asked = 0;
let busy = false;
let retry;
/** Whether the server could not be reached when it was last asked. */
let isLost = false;
/** Whether a reload without a connection finds this page. */
let isKept = false;

/** Whether touches are taken as they are, from where to where, on the board as it stands here. */
const isOnDevice = () => (isLost || (waiting.length > 0 && !waiting.isStuck)) && "open" in sheet().dataset && !find(".sheet-looking");

const board = () => find(".sheet-board svg.board");

/* Saying. */

function say(text, isWarning = false) {
  const state = find("[data-state]");
  if (!state) return;
  state.textContent = text;
  state.toggleAttribute("data-lost", isWarning);
}

function made(name, className, ...children) {
  const one = document.createElement(name);
  one.className = className;
  one.append(...children);
  return one;
}

function button(text, kind, action) {
  const one = made("button", `button button-${kind} button-small`, text);
  one.type = "button";
  one.addEventListener("click", action);
  return one;
}

function sayLost() {
  const count = waiting.standing().length;
  const moves = count === 1 ? "1 move is written on this device and not checked yet; it is" : `${count} moves are written on this device and not checked yet; they are`;
  say(
    [
      "No connection.",
      count ? `${moves} sent when the connection is back.` : "Write on: moves stay on this device, unchecked, until it is back.",
      waiting.isInMemoryOnly ? "This device keeps nothing: what is written is lost with this page." : "",
      isKept ? "" : STAY_OPEN,
    ].join(" "),
    true,
  );
}

const wordList = (words) => made("ol", "sheet-words mono", ...words.map((word) => made("li", "", shown(word))));

/** What is written here and not checked, and what can be done with it. */
function tellWritten() {
  const words = waiting.standing();
  const box = find("[data-waits]");
  if (!box) return;
  box.hidden = words.length === 0 || waiting.isStuck;
  // What is taken back first is what was written here last.
  for (const form of sheet().querySelectorAll('form[action$="/back"]')) form.hidden = words.length > 0;
  if (box.hidden) return;
  const back = button(`Take back ${shown(words.at(-1))}`, "quiet", () => write([BACK]));
  box.replaceChildren(made("p", "", "Written on this device, not checked:"), wordList(words), back);
}

function isSureToLose(words, why) {
  const have = words.length === 1 ? "It has" : "They have";
  return window.confirm(`Discard ${words.map(shown).join(", ")}? ${have} not been ${why} and will be lost.`);
}

/** What the server has refused stays until its writer says what it was. */
function tellStuck() {
  const box = find("[data-stuck]");
  box.hidden = !waiting.isStuck;
  if (box.hidden) return;
  const words = waiting.standing();
  const mend = (drops) => {
    waiting.mend(sheet().dataset.after, drops);
    tell();
    sendWaiting();
  };
  const discard = () => {
    if (isSureToLose(words, "taken")) mend(waiting.length);
  };
  if (waiting.why) find(".sheet-refused")?.remove();
  box.className = "notice notice-warning sheet-stuck";
  box.replaceChildren(
    made(
      "div",
      "",
      made("h2", "", words.length === 1 ? "1 move waits on this device" : `${words.length} moves wait on this device`),
      wordList(words),
      ...(waiting.why ? [made("p", "", waiting.why)] : []),
      made("p", "", `${shown(words[0])} was not taken. Write what it was, on the board or in the field: the rest follows.`),
      made("div", "cluster", button("Leave it out", "quiet", () => mend(1)), button("Try again", "quiet", () => mend(0)), button("Discard all", "ghost", discard)),
    ),
  );
  const field = find(TYPED);
  if (field) field.value = shown(words[0]) === words[0] ? words[0] : "";
}

/** What others wrote on this device is shown, and waits for them. */
function tellOthers() {
  const box = find("[data-others]");
  const others = waiting.others();
  box.hidden = others.length === 0;
  box.replaceChildren(...others.map(noticeOf));
}

function noticeOf({ place, by, words }) {
  const [moves, wait, are] = words.length === 1 ? ["1 move", "waits", "It is"] : [`${words.length} moves`, "wait", "They are"];
  const then = (action) => () => {
    action();
    tell();
    sendWaiting();
  };
  const discard = () => {
    if (isSureToLose(words, "sent")) waiting.discard(place);
  };
  const isAsked = !by && "open" in sheet().dataset;
  const why = by ? `${are} sent when ${by} opens this scoresheet on this device.` : "An earlier version of the program kept no name.";
  const ways = [
    ...(isAsked ? [button("Send as mine", "quiet", then(() => waiting.takeOver(place)))] : []),
    button("Discard", "ghost", then(discard)),
  ];
  const head = made("h2", "", `${moves}${by ? ` of ${by}` : ""} ${wait} on this device`);
  return made("div", "notice notice-warning sheet-stuck", made("div", "", head, wordList(words), made("p", "", why), made("div", "cluster", ...ways)));
}

/** The board stays under the finger while something longer is said above it. */
function boardStays(change) {
  const before = board()?.getBoundingClientRect().top;
  change();
  const after = board()?.getBoundingClientRect().top;
  if (before !== undefined && after !== before) window.scrollBy({ top: after - before, behavior: "instant" });
}

function tell() {
  putBack();
  if (isLost) boardStays(sayLost);
  tellWritten();
  tellStuck();
  tellOthers();
  if (!isOnDevice() || !board()) return;
  const words = waiting.standing();
  showWritten(board(), words);
  if (words.length) boardStays(() => (find(".replay-said").textContent = `As it stands on this device after ${shown(words.at(-1))}, not checked.`));
}

/* Fetching. */

class Lost extends Error {}

async function page(href, options) {
  let answer;
  try {
    answer = await held.fetch(href, options);
    isLost = answer.status >= 500;
  } catch {
    isLost = true;
  }
  if (isLost) {
    tell();
    again();
    throw new Lost();
  }
  const document = new DOMParser().parseFromString(answer.text, "text/html");
  if (isKept && answer.status === 200 && isSheet(answer.url)) keepText(answer);
  return { status: answer.status, url: answer.url, fresh: document.querySelector("#scoresheet") };
}

/** Whether an address is this sheet's, with nothing asked for. */
function isSheet(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname === sheet().dataset.sheet && !search;
}

/** Puts fetched content in place; a page of another kind is opened as a page, and so is a sheet of whoever has signed in here since. */
function put(got, focus) {
  const here = sheet();
  if (!got.fresh || !here || got.fresh.dataset.holder !== here.dataset.holder) {
    location.assign(got.url);
    return;
  }
  const open = [...here.querySelectorAll("details")].map((details) => details.open);
  for (const name of STATE) {
    const value = got.fresh.getAttribute(name);
    if (value === null) here.removeAttribute(name);
    else here.setAttribute(name, value);
  }
  here.replaceChildren(...document.adoptNode(got.fresh).childNodes);
  here.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
  dress();
  if (focus) find(focus)?.focus({ preventScroll: true });
}

async function follow(href, focus, link) {
  const mine = ++asked;
  try {
    const got = await page(href);
    if (mine !== asked) return;
    put(got, focus);
    // A ply is tapped below the board on a phone.
    if (link?.matches("[data-sheet-link]")) find(".board")?.scrollIntoView({ block: "nearest" });
    const { pathname, search } = new URL(href, location.href);
    history.replaceState(null, "", pathname + search);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (link?.matches(".spot-own") && board()) pickHere(placeOf(link));
  }
}

/* Two taps are one move. Where nothing is shown ahead of it the first one chooses on this device alone, the second sends both
   positions; without a connection that is so everywhere. Keyboards follow the links. */

let picked = null;

const placeOf = (link) => new URL(link.getAttribute("href"), location.href).searchParams.get("from");

function putBack() {
  picked?.off();
  picked?.bar.remove();
  picked = null;
}

function pick(place, name, off, ways) {
  const bar = made("p", "cluster sheet-picked", made("strong", "", name), ...ways, button("Put back", "ghost", putBack));
  find("#choice")?.before(bar);
  picked = { place, bar, off };
  // On a phone the bar lies over the end of the board: who was chosen there comes above it.
  const square = board()?.querySelector(`.square[data-place="${place}"]`)?.getBoundingClientRect();
  const hidden = square ? square.bottom - bar.getBoundingClientRect().top : 0;
  if (hidden > 0 && square.top < window.innerHeight && getComputedStyle(bar).position === "sticky") window.scrollBy({ top: hidden + square.height, behavior: "instant" });
}

/** Whether a force of this name may act where it stands; in games where that is some forces' alone, these are named. */
function mayStay(name) {
  const { stays, staysBy } = sheet().dataset;
  return Boolean(stays) && (staysBy ?? "").split("|").some((force) => name.includes(force));
}

function pickLink(link) {
  putBack();
  const place = placeOf(link);
  link.classList.replace("spot-own", "spot-chosen");
  const off = () => link.classList.replace("spot-chosen", "spot-own");
  const name = link.getAttribute("aria-label");
  pick(place, name, off, mayStay(name) ? [button(sheet().dataset.stays, "quiet", () => sendTouches(`${place}/`))] : []);
}

function pickHere(place) {
  putBack();
  const stays = isVacant(board(), place) ? "Somebody is posted here" : mayStay(nameOf(board(), place)) && sheet().dataset.stays;
  const ways = stays ? [button(stays, "quiet", () => write([`${place}/`]))] : [];
  pick(place, nameOf(board(), place), light(board(), place), ways);
}

function sendTouches(touches) {
  putBack();
  if (isOnDevice()) {
    write([touches]);
    return;
  }
  const form = find("form.sheet-board");
  const sender = made("button", "");
  Object.assign(sender, { name: "moves", value: touches, hidden: true });
  form.append(sender);
  form.requestSubmit(sender);
  sender.remove();
}

/** The position under a tap: of whatever is drawn there the square. */
function squareAt({ clientX, clientY }) {
  return document.elementsFromPoint(clientX, clientY).find((one) => one.dataset?.place)?.dataset.place;
}

/** Whether the tap was one of two. */
function tap(event) {
  if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return false;
  if (!event.target.closest(".sheet-board svg.board")) return false;
  const link = event.target.closest("a.spot-own, a.spot-chosen");
  if (picked && !picked.bar.isConnected) picked = null;
  if (!isOnDevice()) {
    if (!("taps" in sheet().dataset) || (!picked && !link?.matches(".spot-own"))) return false;
    event.preventDefault();
    if (!picked) {
      pickLink(link);
      return true;
    }
  }
  event.preventDefault();
  // Where somebody may be posted, a button lies over the square.
  const posted = event.target.closest("button.spot-button")?.value.replace("/", "");
  const place = link ? placeOf(link) : (posted ?? squareAt(event));
  if (!place) return true;
  if (!picked) pickHere(place);
  else if (place === picked.place) putBack();
  else sendTouches(`${picked.place}/${place}`);
  return true;
}

/* Sending. */

/** Says whose sheet it is for: somebody else may have signed in on this device since. */
function post(action, data) {
  const body = new URLSearchParams(data);
  body.set("holder", sheet().dataset.holder);
  return page(action, { method: "POST", body });
}

/** Sends a form; moves that do not arrive are kept. */
async function send(form, submitter) {
  const data = new FormData(form, submitter);
  const words = (data.get("moves") ?? "").trim().split(/\s+/).filter(Boolean);
  if (words.length && (isLost || waiting.length)) {
    write(words);
    return;
  }
  if (data.has("keep") && isOnDevice() && waiting.length) {
    write([BACK]);
    return;
  }
  if (busy) return;
  busy = true;
  try {
    put(await post(form.action, data), form.hasAttribute("data-typing") ? TYPED : null);
    history.replaceState(null, "", sheet().dataset.sheet);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (words.length) keepWords(words);
    else say("No connection. Nothing was changed; try again when it is back.", true);
  } finally {
    delete form.dataset.sent;
    busy = false;
    again();
  }
}

function keepWords(words) {
  waiting.add(words, sheet().dataset.after);
  const field = find(TYPED);
  if (field) field.value = "";
  tell();
}

/** Writes words on this device, and sends them if they can be sent. */
function write(words) {
  keepWords(words);
  sendWaiting();
}

async function sendWaiting() {
  if (busy) return;
  busy = true;
  try {
    // Where nothing is to be sent, the sheet only says that it is in touch again.
    if (isLost && !waiting.batch()) {
      const { fresh } = await page(sheet().dataset.sheet);
      if (fresh) say(fresh.querySelector("[data-state]").textContent);
    }
    for (let batch = waiting.batch(); batch; batch = waiting.batch()) {
      const csrf = document.querySelector("input[name=csrf]").value;
      const got = await post(sheet().dataset.sheet, { csrf, idempotency_key: batch.key, after: batch.after, moves: [...batch.done, ...batch.words].join(" ") });
      if (!got.fresh) {
        say("The server does not take what waits on this device. Reload the page, signed in as whoever wrote it, and it is sent.", true);
        return;
      }
      const { rest, after } = got.fresh.dataset;
      const left = rest ? rest.split(" ") : batch.words;
      const why = got.fresh.querySelector(".sheet-refused p")?.textContent ?? "";
      waiting.settle(batch, got.status === 200 ? [] : left, after, why);
      put(got, TYPED);
      if (!waiting.length) say("The connection is back: everything is kept on the server.");
    }
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  } finally {
    busy = false;
    again();
  }
}

function again() {
  clearTimeout(retry);
  if (isLost || (waiting.length && !waiting.isStuck)) retry = setTimeout(sendWaiting, RETRY_MS);
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
  find("[data-typing] input[list]")?.removeAttribute("list");
  const line = find(".ply-list [aria-current]")?.parentElement;
  const list = line?.closest(".ply-list");
  if (list) list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  const refused = find(".sheet-refused");
  refused?.append(button("Close", "ghost", () => refused.remove()));
  tell();
}

/** Keeps the page where that can be, and holds its text: a tap then brings what is new alone. */
async function keep() {
  if (!("open" in sheet().dataset)) return;
  isKept = await keepPage([]);
  const wasKept = document.documentElement.hasAttribute("data-kept");
  if (wasKept) await follow(sheet().dataset.sheet, null, null);
  else await page(sheet().dataset.sheet).catch(() => {});
  sendWaiting();
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
  if (!form) {
    if (isLost && event.target.closest("#scoresheet")) {
      event.preventDefault();
      say("No connection. It can be handed in when it is back.", true);
    }
    return;
  }
  event.preventDefault();
  // A button of the completion carries its own move beside the half-typed one.
  const field = form.querySelector("input[name=moves][type=text]");
  if (field && event.submitter?.name === "moves") field.value = event.submitter.value;
  send(form, field ? null : event.submitter);
});

document.addEventListener("input", (event) => {
  if (event.target.matches(TYPED)) complete(event.target);
});

window.addEventListener("online", sendWaiting);
window.addEventListener("beforeunload", (event) => {
  if (isLost && !isKept) event.preventDefault();
});

dress();
if (document.readyState === "complete") keep();
else window.addEventListener("load", keep);
