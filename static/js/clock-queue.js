// Presses wait here until the server has them. They lie in the device's own store, so that neither a lost connection
// nor a reload loses one. Every page that is loaded names itself anew and counts its own presses: what is sent twice,
// by whichever page, is the same press to the server.
//
// Each hand has its presses apart: a device may be used by several, and what one pressed is never sent in another's name.

/** Milliseconds that only go forward, across reloads too. A device that slept is noticed by its calendar. */
let slept = 0;
export function deviceNow() {
  const counted = performance.timeOrigin + performance.now() + slept;
  const ahead = Date.now() - counted;
  if (ahead > 2000) slept += ahead;
  return Math.round(counted + Math.max(0, ahead > 2000 ? ahead : 0));
}

function newName() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Queue {
  #clock;
  #prefix;
  #by;
  #own;
  #seq = 0;
  /** Without a store the presses live as long as the page. */
  #memory = new Map();

  constructor(game, hand, by) {
    this.#clock = `clock:${game}`;
    this.#prefix = `${this.#clock}:${hand}:press:`;
    this.#by = by;
    this.#own = newName();
  }

  /** Keeps something that happens now, with the last mark of the server that was seen, and a press with the number that it
   * is of its half; the item. */
  add(what, mark, nth) {
    this.#seq += 1;
    return this.#keep({ device: this.#own, seq: this.#seq, at: deviceNow(), mark, what, nth, by: this.#by });
  }

  #keep(item) {
    const key = `${this.#prefix}${item.device}:${item.seq}`;
    this.#memory.set(key, item);
    try {
      localStorage.setItem(key, JSON.stringify(item));
    } catch {
      // Full or forbidden: memory has it.
    }
    return item;
  }

  /** All that waits, of this page and of pages before it, in its order. */
  all() {
    const items = new Map(this.#memory);
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(this.#prefix) && !items.has(key)) items.set(key, JSON.parse(localStorage.getItem(key)));
      }
    } catch {
      // Memory has all there is.
    }
    return [...items.values()].sort((one, two) => one.at - two.at || one.seq - two.seq);
  }

  /** What others pressed on this device, and how often: by the hand, or by nothing where an older program kept it. */
  others() {
    const others = new Map();
    try {
      for (const key of Object.keys(localStorage)) {
        const isOther = key.startsWith(`${this.#clock}:`) && key.includes(":press:") && !key.startsWith(this.#prefix);
        if (!isOther) continue;
        const place = key.slice(0, key.indexOf(":press:"));
        const other = others.get(place) ?? { hand: place.slice(this.#clock.length + 1), by: "", count: 0, items: new Map() };
        const item = JSON.parse(localStorage.getItem(key));
        other.by = item.by ?? "";
        if (item.what.event !== "reconnect") other.count += 1;
        other.items.set(key, item);
        others.set(place, other);
      }
    } catch {
      // Then nobody's is here.
    }
    return [...others.values()].filter((other) => other.count > 0);
  }

  /** Takes over what an older program kept, as whoever uses the device says that it is the own. */
  takeOver(other) {
    for (const item of other.items.values()) this.#keep({ ...item, by: this.#by });
    this.discard(other);
  }

  discard(other) {
    for (const key of other.items.keys()) localStorage.removeItem(key);
  }

  /** The server has these. */
  remove(items) {
    for (const item of items) {
      const key = `${this.#prefix}${item.device}:${item.seq}`;
      this.#memory.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // It was not there.
      }
    }
  }
}

/** What the server said last, for a page that is loaded without it. */
export class Memory {
  #key;

  constructor(game) {
    this.#key = `clock:${game}:state`;
  }

  keep(heard) {
    try {
      localStorage.setItem(this.#key, JSON.stringify(heard));
    } catch {
      // The page itself carries a state.
    }
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "null");
    } catch {
      return null;
    }
  }
}
