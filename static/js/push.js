// <p data-push hidden>: a button by which this browser tells its reader of pairings, also while the page is closed. Shown
// only where browsers can do that: over HTTPS, and by those that know how. The question comes after the press, never before.
const SHOWN_MS = 10000;

/** A key as browsers want it. */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The worker, once it runs: pages outside its scope have none that is ready. */
async function worker() {
  const registration = await navigator.serviceWorker.register("/offline-worker.js", { scope: "/events/" });
  const rising = registration.active ? undefined : (registration.installing ?? registration.waiting);
  if (rising) {
    await new Promise((resolve, reject) => {
      setTimeout(reject, SHOWN_MS);
      rising.addEventListener("statechange", () => rising.state === "activated" && resolve());
    });
  }
  return registration;
}

async function subscribe(place) {
  if ((await Notification.requestPermission()) !== "granted") return "This browser does not allow it: its settings for this page say so.";
  const { pushManager } = await worker();
  // One that was made for another installation at this address hears nothing from this one.
  const old = await pushManager.getSubscription();
  const same = old?.options.applicationServerKey && text(old.options.applicationServerKey) === place.dataset.key;
  if (old && !same) await old.unsubscribe();
  const made = same ? old : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) });
  const body = new URLSearchParams({
    csrf: place.dataset.csrf,
    endpoint: made.endpoint,
    key: text(made.getKey("p256dh")),
    shared: text(made.getKey("auth")),
  });
  const answer = await fetch(place.dataset.push, { method: "POST", body, redirect: "manual" });
  // It leads back to this page, which says how it stands.
  if (answer.type !== "opaqueredirect") return "The server did not take it. Please try again later.";
  location.reload();
  return "";
}

/** Puts the button where the page has a place for it, if this browser can do it. */
export function watchPush(root) {
  if (!isSecureContext || !("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  for (const place of root.querySelectorAll("[data-push]")) {
    const button = document.createElement("button");
    const said = document.createElement("span");
    button.type = "button";
    button.className = "button button-quiet";
    button.textContent = "Tell me on this device";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      button.disabled = true;
      said.textContent = await subscribe(place).catch(() => "This browser could not reach the service that brings its messages.");
      button.disabled = false;
    });
    place.replaceChildren(button, " ", said);
    place.hidden = false;
    place.closest("section").hidden = false;
  }
}
