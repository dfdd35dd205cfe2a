// Pages fetched again without what is here already: the server is told which lines are held and leaves them out
// (src/gate/held.rs says how). A page that does not come out as the server made it is fetched whole.

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const KEPT = /^<!--=(\d+) (\d+)-->$/;
/** The longest header that goes through every server in between: longer pages are fetched whole. */
const MOST = 6000;
const bytes = new TextEncoder();

/** FNV-1a in 32 bits. */
function digest(text) {
  let number = 0x811c9dc5;
  for (const byte of bytes.encode(text)) number = Math.imul(number ^ byte, 0x01000193);
  return number >>> 0;
}

function signs(line) {
  const number = digest(line);
  return [26, 20, 14, 8].map((shift) => SIGNS[(number >>> shift) & 63]).join("");
}

export class Held {
  #lines = [];

  /** Fetches a page: its status, its address, its headers, its whole text. */
  async fetch(href, options = {}) {
    const known = this.#lines.map(signs).join("");
    const headers = { Accept: "text/html", ...(known && known.length <= MOST ? { "Held-Lines": known } : {}) };
    const answer = await fetch(href, { credentials: "same-origin", ...options, headers });
    const whole = answer.headers.get("Whole-Page");
    let lines = (await answer.text()).split("\n");
    if (whole) {
      lines = lines.flatMap((line) => {
        const [, first, last] = KEPT.exec(line) ?? [];
        return last ? this.#lines.slice(Number(first), Number(last) + 1) : [line];
      });
    }
    const text = lines.join("\n");
    if (whole && digest(text) !== Number(whole)) {
      // Forms carry keys: what is sent once more is carried out once.
      this.#lines = [];
      return this.fetch(href, options);
    }
    this.#lines = lines;
    return { status: answer.status, url: answer.url, headers: answer.headers, text };
  }
}
