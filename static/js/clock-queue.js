// Presses wait here until the server has them. They lie in the device's own store, so that neither a lost connection
// nor a reload loses one. Every page that is loaded names itself anew and counts its own presses: what is sent twice,
// by whichever page, is the same press to the server.

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
  #prefix;
  #own;
  #seq = 0;
  /** Without a store the presses live as long as the page. */
  #memory = new Map();

  constructor(game) {
    this.#prefix = `clock:${game}:press:`;
    this.#own = newName();
  }

  /** Keeps something that happens now, with the last mark of the server that was seen; the item. */
  add(what, mark, at = deviceNow()) {
    this.#seq += 1;
    const item = { device: this.#own, seq: this.#seq, at, mark, what };
    const key = `${this.#prefix}${this.#own}:${this.#seq}`;
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
