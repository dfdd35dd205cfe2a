// The texts of this page, kept for the look at it, and for each a number of the place it stands in: the tags, classes and
// states from the page's body down to it. Contrast, by far the slowest of axe-core's rules, is asked once for every place.
(() => {
  const STATES = ["aria-current", "aria-selected", "disabled", "open", "style", "type"];
  const self = (element) => {
    const states = STATES.filter((name) => element.hasAttribute(name)).map((name) => name + element.getAttribute(name));
    const stripe = element.matches("tr, li") ? [...element.parentElement.children].indexOf(element) % 2 : "";
    return [element.tagName, element.className, stripe, ...states].join(" ");
  };
  // Two mixtures of 32 and of 21 bits, together what a number holds exactly.
  const mixed = (seed, text) => {
    let [low, high] = [seed % 2 ** 32, Math.floor(seed / 2 ** 32)];
    for (let at = 0; at < text.length; at++) {
      low = Math.imul(low ^ text.charCodeAt(at), 0x9e3779b1);
      high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca77);
    }
    return (high >>> 11) * 2 ** 32 + (low >>> 0);
  };
  const places = new Map([[document.documentElement, 0]]);
  const place = (element) => {
    if (!places.has(element)) places.set(element, mixed(place(element.parentElement), self(element)));
    return places.get(element);
  };
  const hasText = (element) =>
    element.matches("input, select, textarea") || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  globalThis.texts = [...document.body.querySelectorAll("*")].filter(hasText);
  return texts.map(place);
})();
