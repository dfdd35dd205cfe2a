// A list that is searched as one types: its part of the page is fetched anew. Without a script its form does the same.

/** Nobody types a name faster. */
const PAUSE_MS = 180;

export function watchSearch(dress) {
  const form = document.querySelector("form[data-search]");
  const field = form?.elements.q;
  if (!field || !document.querySelector("[data-search-results]")) return;
  let timer;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => search(form, field, dress), PAUSE_MS);
  });
}

async function search(form, field, dress) {
  const asked = field.value.trim();
  const wanted = new URLSearchParams(new FormData(form));
  if (asked) wanted.set("q", asked);
  else wanted.delete("q");
  const query = wanted.toString();
  const address = query ? `${form.action}?${query}` : form.action;
  let fresh;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    if (!answer.ok) return;
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-search-results]");
  } catch {
    return; // the button still works
  }
  if (!fresh || field.value.trim() !== asked) return;
  const shown = document.querySelector("[data-search-results]");
  shown.replaceWith(document.adoptNode(fresh));
  history.replaceState(null, "", address);
  dress(fresh);
  // On a phone, above its keyboard, what is found would begin out of sight.
  const inSight = window.visualViewport?.height ?? innerHeight;
  if (fresh.getBoundingClientRect().top > inSight / 2) form.scrollIntoView({ block: "start" });
}
