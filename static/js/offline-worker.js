// Keeps the faces of clocks and scoresheets on their device. The server comes first; when it cannot be reached, what was
// kept is shown. It looks after these pages and the files under /static/ that they need, and after nothing else. Beside
// that it shows what players are told of their pairings.
const STORE = "pages-1";
const BEFORE = "clock-1";
const PATIENCE = 4000;
const FACE = /^\/events\/[^/]+\/games\/[^/]+\/(clock|scoresheet)$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), caches.delete(BEFORE)])));

async function keep(addresses) {
  const store = await caches.open(STORE);
  for (const address of addresses) {
    const url = new URL(address, self.location.origin);
    if (url.origin !== self.location.origin || !(FACE.test(url.pathname) || url.pathname.startsWith("/static/"))) continue;
    try {
      const answer = await fetch(address, { credentials: "same-origin", cache: "no-cache" });
      if (answer.ok && !answer.redirected) await store.put(address, answer);
    } catch {
      // What was kept before stays.
    }
  }
}

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

/** The server's answer, or what was kept when it does not come; of a scoresheet whatever was asked for of it. */
async function answer(request) {
  const store = await caches.open(STORE);
  const find = async () => (await store.match(request)) ?? store.match(request, { ignoreSearch: true });
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (fresh.status < 500) return fresh;
    return (await find()) ?? fresh;
  } catch (error) {
    const kept = await find();
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const isFace = request.mode === "navigate" && FACE.test(url.pathname);
  if (isFace || url.pathname.startsWith("/static/")) event.respondWith(answer(request));
});

self.addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data?.json() ?? {};
  if (title) event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? "/", self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url));
});
