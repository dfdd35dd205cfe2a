// Says how good a new password is while it is typed, as the server will judge it. Without this the form says so when sent.
const PAUSE = 350;

for (const field of document.querySelectorAll('input[autocomplete="new-password"]')) {
  const said = document.createElement("p");
  said.className = "hint";
  said.setAttribute("role", "status");
  field.after(said);
  let timer;
  const judge = async () => {
    const login = field.form.elements.login?.value ?? "";
    const body = new URLSearchParams({ csrf: field.form.elements.csrf.value, login, password: field.value });
    try {
      const answer = await fetch("/account/password/judge", { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
      if (answer.ok) said.textContent = field.value ? (await answer.json()).said : "";
    } catch {
      said.textContent = "";
    }
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(judge, PAUSE);
  });
}
