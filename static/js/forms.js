// Typing is never lost, destructive buttons ask, a double click sends once, links can be copied.
//   <form data-guard>             warns before leaving with unsaved typing
//   <form data-draft="record-7">  also keeps the typing on this device until the page that follows carries
//                                 data-draft-done="record-7"
//   <button data-confirm="…">     asks first
//   <button data-copy="id">       copies the field with this id

const dirty = new Set();

function guard(event) {
  const form = event.target.closest?.("form[data-guard], form[data-draft]");
  if (!form) return;
  dirty.add(form);
  keepDraft(form);
}

function beforeLeaving(event) {
  for (const form of dirty) {
    if (form.isConnected) event.preventDefault();
  }
  // A form that is being sent has asked about the boards already.
  if (changedRows().length > 0 && !document.querySelector("form[data-sent]")) event.preventDefault();
}

/** The fields of a form worth keeping: visible text, never secrets or keys. */
function* draftFields(form) {
  for (const field of form.elements) {
    if (field.name && (field.matches("textarea") || (field.matches("input") && ["text", "search", "number", "date"].includes(field.type)))) {
      yield field;
    }
  }
}

const draftKey = (name) => `draft:${location.pathname}:${name}`;

function keepDraft(form) {
  if (!form.dataset.draft) return;
  const values = {};
  for (const field of draftFields(form)) values[field.name] = field.value;
  try {
    localStorage.setItem(draftKey(form.dataset.draft), JSON.stringify(values));
  } catch {
    // Without storage the guard alone has to do.
  }
}

/** Puts a kept draft back where the server has sent nothing. */
function restoreDrafts() {
  for (const form of document.querySelectorAll("form[data-draft]")) {
    let values;
    try {
      values = JSON.parse(localStorage.getItem(draftKey(form.dataset.draft)) ?? "null");
    } catch {
      continue;
    }
    if (!values) continue;
    for (const field of draftFields(form)) {
      if (field.value === "" && values[field.name]) {
        field.value = values[field.name];
        dirty.add(form);
      }
    }
  }
  for (const done of document.querySelectorAll("[data-draft-done]")) {
    const suffix = `:${done.dataset.draftDone}`;
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith("draft:") && key.endsWith(suffix)) localStorage.removeItem(key);
      }
    } catch {
      // Nothing was kept.
    }
  }
}

/** The boards of a grid that are changed and not saved. */
const changedRows = () => [...document.querySelectorAll("form[data-grid-form] tr.is-changed")];

/** Those beside this form, in words; empty if none. */
function unsaved(form) {
  const rows = changedRows().filter((row) => !form.contains(row));
  const boards = rows.map((row) => row.querySelector("th.board").textContent.match(/\d+/)?.[0]);
  if (boards.length === 0) return "";
  return boards.length === 1 ? `Board ${boards[0]} is` : `Boards ${boards.join(", ")} are`;
}

/** Sends a form once the server answers at all: a device that says it has no connection may be the server's own. */
async function sendIfHeard(form, submitter) {
  try {
    await fetch("/", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(4000) });
  } catch {
    window.alert("There is no connection: nothing was sent. What stands here stays; send it again when the connection is back.");
    return;
  }
  form.dataset.heard = "yes";
  form.requestSubmit(submitter);
}

function send(event) {
  const form = event.target;
  // A page that has a way of its own to the server keeps what it sends by itself. What was refused once stands on a page to
  // which no browser leads back.
  const isInDoubt = navigator.onLine === false || document.querySelector("main [role=alert]");
  if (isInDoubt && form.method === "post" && !form.dataset.heard && !form.closest("[data-renews-itself], [data-clock]")) {
    event.preventDefault();
    sendIfHeard(form, event.submitter);
    return;
  }
  delete form.dataset.heard;
  const question = event.submitter?.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    return;
  }
  if (form.method !== "post") return;
  const left = unsaved(form);
  if (left && !window.confirm(`${left} changed and not saved. Go on without it?`)) {
    event.preventDefault();
    return;
  }
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  // A download leaves the page where it is: the form must be free again.
  setTimeout(() => delete form.dataset.sent, 4000);
  dirty.delete(form);
}

async function copy(event) {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const text = field.value ?? field.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // In a hall without HTTPS there is no clipboard object.
    field.select?.();
    document.execCommand("copy");
  }
  const label = button.lastChild;
  const before = label.textContent;
  label.textContent = "Copied";
  setTimeout(() => (label.textContent = before), 1500);
}

/** Whether a field says something else than the page that brought it. */
function isChanged(field) {
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const chosen = Math.max([...field.options].findIndex((option) => option.defaultSelected), 0);
  return !field.multiple && field.selectedIndex !== chosen;
}

const FIELDS = ["input:not([type=hidden])", "select", "textarea"].map((field) => `form[method=post] ${field}`).join(", ");

/** Whether something typed or chosen in this part of the page is not sent yet. */
export const hasTyping = (root) =>
  [...dirty].some((form) => root.contains(form)) || [...root.querySelectorAll(FIELDS)].some(isChanged);

export function watchForms() {
  document.addEventListener("input", guard);
  document.addEventListener("submit", send);
  document.addEventListener("click", copy);
  window.addEventListener("beforeunload", beforeLeaving);
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
  restoreDrafts();
}
