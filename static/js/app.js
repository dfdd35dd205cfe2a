// Comforts on top of pages that do everything without any script. No dependencies.
import { watchForms } from "./forms.js";
import { forgetPages } from "./offline.js";
import { watchGrids } from "./grid.js";
import { watchLive } from "./live.js";
import { watchCountdowns } from "./countdown.js";
import { watchPush } from "./push.js";
import { watchRing } from "./ring.js";
import { watchBoards } from "./turn.js";
import { watchSearch } from "./search.js";

document.documentElement.classList.add("has-js");

/** What has to be done again whenever the content was renewed. */
function dress(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  watchCountdowns(root);
  watchRing(root);
  watchPush(root);
}

/** Menus close by Escape and by a click beside them. */
function watchMenus() {
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

/** The mistakes of a form that came back are read out first; the tab in use is in sight on a phone. */
function greet() {
  for (const wrong of document.querySelectorAll("details .is-wrong")) wrong.closest("details").open = true;
  document.querySelector("[data-focus]")?.focus();
  // What is to be confirmed is read before its button is pressed.
  if (document.activeElement?.hasAttribute("autofocus")) window.scrollTo(0, 0);
  for (const tab of document.querySelectorAll(".event-nav [aria-current]")) {
    const list = tab.closest("ul");
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }
}

/** What was done is read out: a status that stands on the page as it comes changes nothing, and so is not. */
function tell() {
  const told = document.querySelector(".flash p");
  if (told) setTimeout(() => told.replaceChildren(...[...told.childNodes].map((part) => part.cloneNode(true))), 200);
}

/** A slider says where it stands. */
function watchSliders() {
  document.addEventListener("input", (event) => {
    const output = event.target.type === "range" && document.querySelector(`output[for="${event.target.id}"]`);
    if (output) output.value = event.target.value;
  });
}

dress(document);
greet();
tell();
watchMenus();
watchSliders();
forgetPages();
watchForms();
watchGrids();
watchLive(dress);
watchBoards();
watchSearch(dress);
