// Passkeys: the browser makes one, or signs with one. Without script the page offers codes.
"use strict";
(() => {
  const form = document.getElementById("passkey");
  if (!form || !window.PublicKeyCredential || !PublicKeyCredential.parseCreationOptionsFromJSON) return;
  const button = form.querySelector("button");
  const problem = form.querySelector("[role=alert]");
  const making = form.dataset.kind === "new";
  form.hidden = false;

  async function run() {
    const name = form.querySelector("[name=name]");
    const next = form.querySelector("[name=next]");
    const query = new URLSearchParams();
    if (name) query.set("name", name.value);
    if (next) query.set("next", next.value);
    const options = await (await fetch(form.action)).json();
    if (options.next) { location.assign(options.next); return; }
    const key = making
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    const answer = await fetch(`${form.action}?${query}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": form.querySelector("[name=csrfmiddlewaretoken]").value,
      },
      body: JSON.stringify(key.toJSON()),
    });
    const told = await answer.json();
    if (told.next) location.assign(told.next);
    else problem.textContent = told.problem;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    try {
      await run();
    } catch {
      // closed by the person, not allowed by the browser, or the server is away
      problem.textContent = form.dataset.failed;
    } finally {
      button.disabled = false;
    }
  });
})();
