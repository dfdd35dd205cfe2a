// Finds what a person would find: by the words that stand on it. Given the kind of thing, its words, and the number
// among equals (from 0), gives its middle after scrolling it into view, and makes it the focus where that matters.
(kind, words, number) => {
  const text = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const isShown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const named = (element) => (element.getAttribute("aria-label") ?? text(element)).trim();
  const KINDS = {
    button: () => [...document.querySelectorAll("button, a.button, input[type=submit]")].filter((e) => named(e) === words),
    link: () => [...document.querySelectorAll("a[href]")].filter((e) => named(e) === words),
    summary: () => [...document.querySelectorAll("summary")].filter((e) => named(e) === words),
    field: () => [
      ...[...document.querySelectorAll("label")]
        .filter((label) => text(label).replace(/ optional$/, "") === words)
        .map((label) => (label.control?.matches("[type=radio], [type=checkbox]") ? label : label.control)),
      ...[...document.querySelectorAll("[aria-label]")].filter((e) => e.getAttribute("aria-label") === words),
    ],
    // A choice's hint stands beside its label.
    choice: () => [...document.querySelectorAll("label")].filter((label) => text(label.querySelector(".choice-label") ?? label) === words),
    css: () => [...document.querySelectorAll(words)],
  };
  const found = KINDS[kind]().filter((element) => element && isShown(element))[number];
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  if (found.matches("input, textarea, select")) found.focus();
  if (found.matches("input:not([type=file]), textarea")) found.select();
  const [box] = found.getClientRects();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
