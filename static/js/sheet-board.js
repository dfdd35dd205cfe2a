// The board of a scoresheet as it stands on the device: what was written without a connection is moved on it as it was
// touched, from where to where. It knows no rules.

const SVG = "http://www.w3.org/2000/svg";
const PLACE = /^~?([a-z]\d{1,2})[^a-z0-9]?([a-z]\d{1,2})?/i;

let drawn = null;

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The positions that a word names: `E2/E4`, `e2e4`, `~H7-H8`; of a posting such as `S@C6` or `C6/` one. */
function placesOf(word) {
  const [, first, second] = PLACE.exec(word.split("@").at(-1)) ?? [];
  return [first, second].map((place) => place?.toLowerCase());
}

const named = (svg, attribute, place) => [...svg.querySelectorAll(`[${attribute}]`)].filter((one) => one.getAttribute(attribute).toLowerCase() === place);

const area = (square) => Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, Number(square.getAttribute(name))]));

function mark(svg, square) {
  const { x, y, width, height } = area(square);
  const last = [...svg.querySelectorAll(".square")].at(-1);
  last.after(element("rect", { class: "mark-last", x: x + 4, y: y + 4, width: width - 8, height: height - 8 }));
}

/** Somebody who was posted: who it is the server will tell. */
function post(svg, square, place) {
  const { x, y, width, height } = area(square);
  const group = element("g", { class: "force force-unchecked", "data-at": place });
  const middle = { x: x + width / 2, y: y + height / 2 };
  group.append(element("circle", { cx: middle.x, cy: middle.y, r: 34 }), element("text", { x: middle.x, y: middle.y + 14, "transform-origin": `${middle.x} ${middle.y}` }));
  group.lastChild.textContent = "?";
  [...svg.querySelectorAll(".force")].at(-1)?.after(group);
}

function make(svg, word, isLast) {
  const [from, to] = placesOf(word);
  const [start] = from ? named(svg, "data-place", from) : [];
  const [end] = to ? named(svg, "data-place", to) : [];
  if (!start) return;
  const forces = named(svg, "data-at", from);
  if (!end && !forces.length) post(svg, start, from);
  if (end) {
    for (const taken of named(svg, "data-at", to)) taken.remove();
    const { x, y } = area(end);
    for (const force of forces) {
      force.dataset.home ??= `${area(start).x} ${area(start).y}`;
      const [homeX, homeY] = force.dataset.home.split(" ");
      force.setAttribute("transform", `translate(${x - homeX} ${y - homeY})`);
      force.setAttribute("data-at", end.dataset.place);
      force.classList.add("force-unchecked");
    }
  }
  if (isLast) for (const square of [start, end]) if (square) mark(svg, square);
}

/** Shows what was written over what the server has drawn; nothing on it leads to the server. */
export function showWritten(svg, words) {
  if (drawn?.svg !== svg) drawn = { svg, picture: svg.cloneNode(true) };
  svg.replaceChildren(...drawn.picture.cloneNode(true).childNodes);
  for (const one of svg.querySelectorAll(".spot, .way, .mark-last, .mark-taken, .mark-wrong")) one.remove();
  words.forEach((word, at) => make(svg, word, at === words.length - 1));
}

/** Lights up a position; what takes the light away. */
export function light(svg, place) {
  const [square] = named(svg, "data-place", place.toLowerCase());
  if (!square) return () => {};
  const { x, y, width, height } = area(square);
  const spot = element("g", { class: "spot spot-chosen", "pointer-events": "none" });
  spot.append(element("rect", { class: "spot-area", x: x + 2, y: y + 2, width: width - 4, height: height - 4 }));
  svg.append(spot);
  return () => spot.remove();
}

/** What stands somewhere, as its title says; otherwise the position itself. */
export function nameOf(svg, place) {
  const key = place.toLowerCase();
  const [one] = [...named(svg, "data-at", key), ...named(svg, "data-place", key)];
  return one?.querySelector("title")?.textContent || place;
}

export const isVacant = (svg, place) => named(svg, "data-at", place.toLowerCase()).length === 0;
