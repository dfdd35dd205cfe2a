// Results by keyboard. <table data-grid>, or <form data-grid-form> around a table with <tr data-row="key">.
// In the form each row has a <select data-pick>: a key chooses, what both would score is shown at once, Enter
// saves the row by itself and goes on to the next open board. Without this script the same form saves all rows.

const KEY_SETS = {
  // Ours and Vega's are the same where they overlap.
  vega: { 1: "1", 0: "0", d: "d", 5: "d", 3: "3", 4: "4", 2: "2", 7: "7", 9: "undo" },
  sharly: { 1: "1", 2: "d", 3: "0", d: "d", 0: "undo" },
};
const STORE = "grid-keys";

const rowsOf = (form) => [...form.querySelectorAll("tr[data-row]")];
const pickOf = (row) => row?.querySelector("select[data-pick]");
const field = (row, name) => row.closest("form").elements.namedItem(`${name}-${row.dataset.row}`);

function keySet() {
  const select = document.querySelector("[data-key-set]");
  return KEY_SETS[select?.value] ?? KEY_SETS.vega;
}

/** Shows what the chosen result scores, before anything is saved. */
function preview(row) {
  const pick = pickOf(row);
  const option = pick.selectedOptions[0];
  const shown = row.querySelector("[data-preview]");
  const isNew = pick.value !== field(row, "was").value;
  let points = option?.dataset.points ?? "";
  if (option?.hasAttribute("data-award")) {
    const withHalf = (typed) => typed.replace(/^0?[.,]5$/, "½").replace(/[.,]5$/, "½") || "?";
    const awards = ["award1", "award2"].map((name) => withHalf(field(row, name).value.trim()));
    points = awards.join("\u00a0:\u00a0");
  }
  shown.textContent = isNew || points ? points : shown.dataset.stands;
  shown.classList.toggle("is-new", isNew && points !== "");
  const more = row.querySelector(".row-more");
  const takesBack = isNew && pick.value === "" && field(row, "was").value !== "adjourned";
  // An award that was typed stays in sight beside an ending that needs none, and so does a reason: the server asks what is
  // meant.
  const hasAward = isNew && ["award1", "award2"].some((name) => field(row, name).value.trim() !== "");
  const wantsAward = Boolean(option?.hasAttribute("data-award")) || hasAward;
  const hasReason = field(row, "reason").value.trim() !== "";
  const wantsReason = Boolean(option?.hasAttribute("data-reason")) || takesBack || hasReason;
  row.classList.toggle("wants-award", wantsAward);
  row.classList.toggle("wants-reason", wantsReason);
  const isTyped = ["award1", "award2", "reason"].some((name) => field(row, name).value !== field(row, name).defaultValue);
  row.classList.toggle("is-changed", isNew || isTyped || row.classList.contains("is-wrong-row"));
  markUnsaved(row);
  more.classList.toggle("is-wanted", wantsAward || wantsReason);
  if (wantsAward || wantsReason) more.open = true;
  else if (!row.classList.contains("is-wrong-row")) more.open = false;
}

/** In place of what stands, a row that was changed says that it is not saved. */
function markUnsaved(row) {
  const isChanged = row.classList.contains("is-changed");
  const state = row.querySelector("[data-state]");
  if (state) state.hidden = isChanged;
  const mark = row.querySelector("[data-unsaved]");
  if (mark) mark.hidden = !isChanged;
}

function choose(row, option) {
  const pick = pickOf(row);
  pick.value = option.value;
  pick.dispatchEvent(new Event("input", { bubbles: true }));
  preview(row);
}

/** The usual result for a key. */
function chooseByKey(row, meaning) {
  const pick = pickOf(row);
  if (meaning === "undo") {
    const stands = [...pick.options].find((option) => option.value === field(row, "was").value);
    if (stands) choose(row, stands);
    return true;
  }
  const option = [...pick.options].find((one) => one.dataset.key === meaning);
  if (option) choose(row, option);
  return Boolean(option);
}

/** The next ending of the same outcome whose words begin with the letter. */
function chooseByLetter(row, letter) {
  const pick = pickOf(row);
  const current = pick.selectedOptions[0];
  const group = current?.closest("optgroup");
  if (!group) return false;
  const options = [...group.children];
  const words = (option) => option.textContent.replace(/^(?:[01] – [01]|\p{L}+,)\s*/u, "").toLowerCase();
  const from = options.indexOf(current);
  const turned = [...options.slice(from + 1), ...options.slice(0, from + 1)];
  const next = turned.find((option) => words(option).startsWith(letter));
  if (next) choose(row, next);
  return Boolean(next);
}

function go(row) {
  const pick = pickOf(row);
  if (!pick) return false;
  pick.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

function neighbour(row, step) {
  let next = row;
  do {
    next = step > 0 ? next.nextElementSibling : next.previousElementSibling;
  } while (next && !pickOf(next));
  return next;
}

/** The next board without a result, from this one on and round again. */
function nextOpen(row) {
  const rows = rowsOf(row.closest("form"));
  const from = rows.indexOf(row);
  const turned = [...rows.slice(from + 1), ...rows.slice(0, from)];
  return turned.find((one) => one.hasAttribute("data-open") && pickOf(one));
}

function say(row, text) {
  const status = document.querySelector("[data-grid-status]");
  if (status) status.textContent = text;
  let line = row.querySelector(".field-error");
  if (line) line.remove();
  return text;
}

/** Says why a row was not saved: because something is wrong with it, or only to be seen before it is sent again. */
function complain(row, sentence, asks = false) {
  say(row, sentence);
  const line = document.createElement("span");
  line.className = "field-error";
  line.textContent = sentence;
  pickOf(row).after(line);
  row.classList.add("is-wrong-row");
  row.classList.toggle("is-asking", asks);
}

/** A key for the form: the time, then ten random bytes; crypto.randomUUID needs HTTPS, which a hall may lack. */
function newKey() {
  const hex = (number, digits) => number.toString(16).padStart(digits, "0");
  const random = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => hex(byte, 2));
  return hex(Date.now(), 12) + random.join("");
}

/** The last key that was sent for a row with the same choice, so that trying again is not entering twice. */
const sent = new WeakMap();

function keyFor(row, content) {
  const last = sent.get(row);
  if (last?.content === content) return last.key;
  const key = newKey();
  sent.set(row, { content, key });
  return key;
}

/** This page as it is now. */
async function pageNow() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Takes the token of whoever has signed in again meanwhile; whether that is the same person. */
async function renew() {
  const page = await pageNow();
  const [was, now] = [document, page].map((one) => one.querySelector(".menu-name")?.textContent);
  const token = page.querySelector("input[name=csrf]")?.value;
  if (!token || was !== now) return false;
  for (const field of document.querySelectorAll("input[name=csrf]")) field.value = token;
  return true;
}

async function save(row) {
  const form = row.closest("form");
  const body = new URLSearchParams();
  for (const name of ["game", "was", "seen", "pick", "award1", "award2", "reason", "sure"]) {
    body.set(`${name}-${row.dataset.row}`, field(row, name).value);
  }
  body.set("idempotency_key", keyFor(row, body.toString()));
  const send = () => {
    body.set("csrf", form.elements.namedItem("csrf").value);
    return fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
  };
  row.classList.add("is-saving");
  try {
    let answer = await send();
    if (answer.status === 403 && (await renew())) answer = await send();
    const told = await answer.json();
    const mine = told.rows?.find((one) => String(one.row) === row.dataset.row);
    if (!answer.ok || !mine) {
      complain(row, told.detail ?? "This was not saved. Try again, or reload the page.");
      return false;
    }
    take(row, mine, told);
    return mine.state === "saved";
  } catch {
    complain(row, "This was not saved: the program cannot be reached. Try again.");
    return false;
  } finally {
    row.classList.remove("is-saving");
  }
}

/** Takes what stands around the boards, and what is said of this one, from the page as it is now. */
async function renewAround(row) {
  const page = await pageNow();
  if (!page.querySelector("[data-grid-form]")) return;
  for (const part of [".grid-head", "[data-grid-foot]"]) {
    const [was, now] = [document, page].map((one) => one.querySelector(part));
    if (was && now) was.replaceWith(now);
  }
  const state = page.querySelector(`tr[data-row="${row.dataset.row}"] [data-state]`);
  row.querySelector("[data-state]")?.remove();
  if (state) row.querySelector(".row-tools").prepend(state);
}

/** Puts the answer into the row. */
function take(row, mine, told) {
  field(row, "sure").value = mine.sure;
  if (mine.state !== "wrong") {
    field(row, "was").value = mine.was;
    field(row, "seen").value = mine.seen;
    row.querySelector("[data-preview]").dataset.stands = mine.points;
  }
  if (mine.state === "saved") {
    row.classList.remove("is-wrong-row", "is-asking");
    row.classList.add("is-saved");
    field(row, "reason").value = "";
    for (const name of ["award1", "award2", "reason"]) field(row, name).defaultValue = field(row, name).value;
    row.toggleAttribute("data-open", mine.was === "");
    // What was taken back, and the last one that comes in, change what is to be done with the round.
    const isOther = mine.was === "" || mine.was === "adjourned" || told.done === told.boards || row.querySelector("[data-state]");
    if (isOther) renewAround(row).catch(() => {});
    say(row, `Saved. ${told.done} of ${told.boards} results are in.`);
    row.querySelector(".row-more").open = false;
    const bar = document.querySelector(".progress progress");
    if (bar) bar.value = told.done;
    const count = document.querySelector(".progress-count");
    if (count) count.textContent = `${told.done} of ${told.boards}`;
  } else {
    complain(row, mine.sentence, mine.state !== "wrong");
  }
  preview(row);
}

/** Whether a row is on its way, and the keys that were typed meanwhile: they are meant for the rows after it. */
let isUnderWay = false;
let waiting = [];

async function saveAndGo(row) {
  const isChanged = pickOf(row).value !== field(row, "was").value || row.querySelector(".row-more").open;
  if (isChanged) {
    isUnderWay = true;
    const isSaved = await save(row);
    isUnderWay = false;
    if (!isSaved) return dropKeys(row);
  }
  const next = nextOpen(row) ?? neighbour(row, 1);
  if (next) go(next);
  else if (isChanged) toProgress();
  typeOn();
}

/** Types what was typed while a row was on its way, up to the next row that has to be saved. */
function typeOn() {
  while (waiting.length > 0 && !isUnderWay) {
    const row = document.activeElement.closest("[data-grid-form] tr[data-row]");
    if (!row || !pickOf(row)) waiting = [];
    else type(row, waiting.shift());
  }
}

/** The row waits for an answer: what was typed for others goes nowhere. */
function dropKeys(row) {
  const line = row.querySelector(".field-error");
  if (waiting.length > 0 && line) line.textContent += " What you typed after it was not taken.";
  waiting = [];
}

/** All are in: no button has the focus, so that one Enter too many does nothing. */
function toProgress() {
  const bar = document.querySelector(".progress");
  if (!bar) return;
  bar.tabIndex = -1;
  bar.focus();
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target.closest?.("[data-grid-form] tr[data-row]");
  if (!row || !pickOf(row)) return;
  const isPick = event.target === pickOf(row);
  const isText = event.target.matches("input:not([type=hidden])");
  const isTyped = event.key.length === 1 || ["Enter", "ArrowDown", "ArrowUp"].includes(event.key);
  if (isUnderWay && isTyped && (isPick || isText)) {
    event.preventDefault();
    waiting.push(event.key);
    return;
  }
  if (event.key === "Enter" && isText) {
    event.preventDefault();
    saveAndGo(row);
    return;
  }
  if (isPick && type(row, event.key)) event.preventDefault();
}

/** A key on a row's result; whether it did something. */
function type(row, typed) {
  if (typed === "Enter") {
    saveAndGo(row);
    return true;
  }
  if (typed === "ArrowDown" || typed === "ArrowUp") return go(neighbour(row, typed === "ArrowDown" ? 1 : -1));
  if (typed.length !== 1 || typed === " ") return false;
  const key = typed.toLowerCase();
  const meaning = keySet()[key];
  return meaning ? chooseByKey(row, meaning) : chooseByLetter(row, key);
}

function changed(event) {
  const row = event.target.closest?.("[data-grid-form] tr[data-row]");
  if (row && pickOf(row)) preview(row);
}

/** A row's own button saves that row alone. */
function click(event) {
  const button = event.target.closest?.("[data-grid-form] button[name=save]");
  if (!button || button.value === "all") return;
  event.preventDefault();
  saveAndGo(button.closest("tr"));
}

function chooseKeys() {
  const select = document.querySelector("[data-key-set]");
  if (!select) return;
  const show = () => {
    for (const help of document.querySelectorAll("[data-keys-vega]")) help.hidden = select.value !== "vega";
  };
  try {
    const kept = localStorage.getItem(STORE);
    if (kept && kept in KEY_SETS) select.value = kept;
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show();
  select.addEventListener("change", () => {
    show();
    try {
      localStorage.setItem(STORE, select.value);
    } catch {
      // As above.
    }
  });
}

export function watchGrids() {
  const form = document.querySelector("[data-grid-form]");
  if (!form) return;
  document.addEventListener("keydown", press);
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("click", click);
  for (const row of rowsOf(form)) if (pickOf(row)) preview(row);
  chooseKeys();
  const isFresh = document.activeElement === document.body && !location.hash;
  const open = rowsOf(form).find((row) => row.hasAttribute("data-open"));
  if (isFresh && open) go(open);
}
