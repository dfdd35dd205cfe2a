// Keeps a page on its device, so that a reload without a connection finds it. Browsers allow that over HTTPS only: elsewhere
// the page has to stay open, and says so.

export const STORE = "pages-1";

/** What a page says that cannot be kept. */
export const STAY_OPEN = "Leave this page open: without HTTPS this device cannot load it again while there is no connection.";

/** Whether the page and the files that it needs can be kept here; a page that is written anew is kept by `keepText`. */
export async function keepPage(pages = [location.href.split("#")[0]]) {
  try {
    await navigator.serviceWorker.register("/offline-worker.js", { scope: "/events/" });
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map((entry) => entry.name);
    const own = files.filter((name) => new URL(name).pathname.startsWith("/static/"));
    active.postMessage({ keep: [...pages, ...new Set(own)] });
    return true;
  } catch {
    return false;
  }
}

/** Keeps a text of this page that says of itself that it was kept. */
export async function keepText(answer) {
  // The text is whole and plain by now.
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Whole-Page"]) headers.delete(name);
  const text = answer.text.replace("<html", "<html data-kept");
  try {
    const store = await caches.open(STORE);
    await store.put(location.pathname, new Response(text, { headers }));
  } catch {
    // What was kept before stays.
  }
}

/** Pages of somebody who signs out do not stay on the device. */
export function forgetPages() {
  document.addEventListener("submit", (event) => {
    if (event.target.matches('form[action="/sign-out"]')) globalThis.caches?.delete(STORE);
  });
}
