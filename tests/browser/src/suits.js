// What axe-core finds on this page. Contrast, by far the slowest of its rules, is asked of a text once in a tab for
// every place it can stand in: the tags, classes and states from the page's body down to it.
(async () => {
  const STATES = ["aria-current", "aria-selected", "disabled", "open", "style", "type"];
  const SEEN = "looked at for contrast";
  const self = (element) => {
    const states = STATES.filter((name) => element.hasAttribute(name)).map((name) => name + element.getAttribute(name));
    const stripe = element.matches("tr, li") ? [...element.parentElement.children].indexOf(element) % 2 : "";
    return [element.tagName, element.className, stripe, ...states].join(" ");
  };
  const places = new Map([[document.documentElement, ""]]);
  const place = (element) => {
    if (!places.has(element)) places.set(element, `${place(element.parentElement)}>${self(element)}`);
    return places.get(element);
  };
  const hasText = (element) =>
    element.matches("input, select, textarea") || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const seen = new Set(JSON.parse(sessionStorage.getItem(SEEN) ?? "[]"));
  const isNew = (element) => !seen.has(place(element)) && seen.add(place(element));
  const texts = [...document.body.querySelectorAll("*")].filter((element) => hasText(element) && isNew(element));
  sessionStorage.setItem(SEEN, JSON.stringify([...seen]));

  // No rule that is on asks for style sheets or media to be fetched beforehand.
  const options = { resultTypes: ["violations"], preload: false };
  const contrast = { ...options, runOnly: { type: "rule", values: ["color-contrast"] } };
  const all = { ...options, rules: { "color-contrast": { enabled: false } } };
  const runs = [await axe.run(document, all), ...(texts.length ? [await axe.run({ include: texts }, contrast)] : [])];
  return runs
    .flatMap(({ violations }) => violations)
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | "),
    }));
})();
