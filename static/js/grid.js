// Results by keyboard. <table data-grid>; a row's choices carry the key that chooses them:
//   <option value="…" data-key="1">  or  <input type="radio" data-key="1">
// Up and Down go to the same control of the neighbouring board, a key chooses and goes on to the next board.

const controlsOf = (row) => [...row.querySelectorAll("select, input:not([type=hidden]), button")].filter((control) => !control.disabled);

/** The control to land on in a row: a group of radio buttons counts as one. */
function stopsOf(row) {
  const seen = new Set();
  return controlsOf(row).filter((control) => {
    if (control.type !== "radio") return true;
    if (seen.has(control.name)) return false;
    seen.add(control.name);
    return true;
  });
}

function stopIndex(row, target) {
  const index = stopsOf(row).findIndex((stop) => stop === target || (stop.type === "radio" && stop.name === target.name));
  return Math.max(index, 0);
}

function go(row, index) {
  if (!row) return false;
  const stops = stopsOf(row);
  const stop = stops[Math.min(index, stops.length - 1)];
  if (!stop) return false;
  const chosen = stop.type === "radio" && row.querySelector(`input[name="${CSS.escape(stop.name)}"]:checked`);
  (chosen || stop).focus();
  return true;
}

function neighbour(row, step) {
  let next = row;
  do {
    next = step > 0 ? next.nextElementSibling : next.previousElementSibling;
  } while (next && stopsOf(next).length === 0);
  return next;
}

/** Chooses what the key means in this row; false when it means nothing there. */
function choose(row, key) {
  const choice = [...row.querySelectorAll("[data-key]")].find((one) => one.dataset.key.toLowerCase() === key.toLowerCase());
  if (!choice || choice.disabled) return false;
  const control = choice.closest("select") ?? choice;
  if (control.matches("select")) control.value = choice.value;
  else control.checked = true;
  for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, { bubbles: true }));
  return true;
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  const row = target.closest?.("[data-grid] tbody tr");
  if (!row || !target.matches("select, input[type=radio], button")) return;
  const index = stopIndex(row, target);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (go(neighbour(row, event.key === "ArrowDown" ? 1 : -1), index)) event.preventDefault();
  } else if (event.key.length === 1 && event.key !== " " && choose(row, event.key)) {
    event.preventDefault();
    go(neighbour(row, 1), index);
  }
}

export function watchGrids() {
  document.addEventListener("keydown", press);
}
