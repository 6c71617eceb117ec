// Passkeys: the browser asks its user, and the answer goes to the server with the form.
"use strict";

(() => {
  const works = window.PublicKeyCredential && window.webauthnJSON;

  async function ask(form) {
    if (form.dataset.passkey === "create") {
      return window.webauthnJSON.create(JSON.parse(form.dataset.options));
    }
    if (form.dataset.passkey === "get") {
      return window.webauthnJSON.get(JSON.parse(form.dataset.options));
    }
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return window.webauthnJSON.get((await answer.json()).request_options);
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (!works) continue;
    form.hidden = false;
    const state = form.querySelector(".passkey-state");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      state.textContent = "";
      try {
        form.elements.credential.value = JSON.stringify(await ask(form));
      } catch {
        state.textContent = form.dataset.failed;
        return;
      }
      form.submit();
    });
  }
})();
