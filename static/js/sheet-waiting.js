// What is written on a scoresheet without a connection stays on this device, in the order in which it was written, until
// the server has checked it. Here nothing is checked.
//
// The list names the stand of the sheet that it goes on from: so the server tells what it has already, from this device or
// from another one of the same player, and writes nothing twice. `<` takes back what was written before it.
//
// Each holder has a list apart: a device may be used by several, and what one wrote is never sent in another's name.

export const BACK = "<";

const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const fresh = (after) => ({ after, now: after, done: [], words: [], key: newKey(), isStuck: false, why: "" });

/** The words that stand: those that were taken back have gone. */
function standing(words) {
  const left = [];
  for (const word of words) word === BACK ? left.pop() : left.push(word);
  return left;
}

/** The list that is stored somewhere. */
function stored(place) {
  let list = null;
  try {
    list = JSON.parse(localStorage.getItem(place));
  } catch {
    // As if there were none.
  }
  // An older program kept each move with the key of its form.
  if (Array.isArray(list)) list = { ...fresh(""), words: list.flatMap((item) => item.moves.split(" ")), isStuck: true };
  return { ...fresh(list?.after ?? ""), ...list };
}

/** Whether words take back more than they write. */
function takesBackMore(words) {
  let count = 0;
  return words.some((word) => (count += word === BACK ? -1 : 1) < 0);
}

export class Waiting {
  #sheet;
  #place;
  #by;
  /** Without a store the list lives as long as the page. */
  #memory = null;

  constructor(sheet, holder, by) {
    this.#sheet = `scoresheet:${sheet}`;
    this.#place = `${this.#sheet}:${holder}`;
    this.#by = by;
  }

  /** The list: where it goes on from, what the server has taken of it and where the sheet stands with that, the words that
      wait, its key, and whether its first word was refused. */
  read() {
    return this.#memory ?? stored(this.#place);
  }

  keep(list) {
    this.#memory = null;
    try {
      if (list.words.length) localStorage.setItem(this.#place, JSON.stringify({ ...list, by: this.#by }));
      else localStorage.removeItem(this.#place);
    } catch {
      this.#memory = list;
    }
  }

  get isInMemoryOnly() {
    return this.#memory !== null;
  }

  get length() {
    return this.read().words.length;
  }

  get isStuck() {
    return this.read().isStuck;
  }

  /** Why the first word was refused; empty where that was not said. */
  get why() {
    return this.read().why;
  }

  /** Adds words behind the others; in place of the first one if that was refused. */
  add(words, after) {
    const list = this.read();
    if (list.isStuck) {
      this.keep({ ...fresh(after), words: [...words, ...list.words.slice(1)] });
      return;
    }
    this.keep({ ...(list.words.length ? list : fresh(after)), words: [...list.words, ...words] });
  }

  /** What is to be sent now, if anything is. The same is sent under the same key until there is an answer: what is added
      meanwhile goes after it. */
  batch() {
    const list = this.read();
    if (!list.words.length || list.isStuck) return null;
    list.sent ??= list.words.length;
    this.keep(list);
    const words = list.words.slice(0, list.sent);
    const base = takesBackMore(words) ? { after: list.now, done: [] } : { after: list.after, done: list.done };
    return { ...base, key: list.key, words };
  }

  /** Takes the first word out, or tries it once more where the sheet stands now. */
  mend(after, drops) {
    const list = this.read();
    this.keep({ ...fresh(after), words: list.words.slice(drops) });
  }

  /** Notes what the server has said of a batch: which of its words it has not taken, and why. What was added meanwhile stays
      behind them. */
  settle(batch, left, after, why) {
    const added = this.read().words.slice(batch.words.length);
    const done = [...batch.done, ...batch.words];
    // Where a move from before the list was taken back, the sheet never stands again as it did.
    const goesOn = left.length === 0 && !takesBackMore(done);
    const from = goesOn ? { ...fresh(batch.after), now: after, done } : fresh(after);
    this.keep({ ...from, words: [...left, ...added], isStuck: left.length > 0, why });
  }

  standing() {
    return standing(this.read().words);
  }

  /** What others wrote for this sheet on this device. An older program did not say who. */
  others() {
    let places = [];
    try {
      places = Object.keys(localStorage).filter((place) => place === this.#sheet || place.startsWith(`${this.#sheet}:`));
    } catch {
      // Then nobody's is here.
    }
    const others = places.filter((place) => place !== this.#place).map((place) => ({ place, ...stored(place) }));
    return others.map((list) => ({ place: list.place, by: list.by, words: standing(list.words) }));
  }

  /** Takes over what an older program kept, as whoever uses the device says that it is the own. */
  takeOver(place) {
    const [own, old] = [this.read(), stored(place)];
    this.keep(own.words.length ? { ...own, words: [...own.words, ...old.words] } : old);
    this.discard(place);
  }

  discard(place) {
    localStorage.removeItem(place);
  }
}

/** A word as people read it: the two positions that were touched. */
export const shown = (word) => word.replace("/", " ").trim();
