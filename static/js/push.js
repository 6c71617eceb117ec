// Turns push messages on and off for this browser; it asks for leave only when its owner presses the button.
"use strict";

const push = document.getElementById("push-on");
if (push && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  const button = push.querySelector("button");
  const say = (name) => {
    document.getElementById("push-state").textContent = push.dataset[name] ?? "";
  };

  const subscribe = async (worker) => {
    const options = { userVisibleOnly: true, applicationServerKey: push.dataset.key };
    try {
      return await worker.pushManager.subscribe(options);
    } catch (problem) {
      if (problem.name !== "InvalidStateError") throw problem;
      const old = await worker.pushManager.getSubscription(); // made with a key that the site has no more
      await old?.unsubscribe();
      return worker.pushManager.subscribe(options);
    }
  };

  push.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") return say("refused");
      await navigator.serviceWorker.register("/sw.js");
      const { endpoint, keys } = (await subscribe(await navigator.serviceWorker.ready)).toJSON();
      Object.assign(push.elements.endpoint, { value: endpoint });
      Object.assign(push.elements.p256dh, { value: keys.p256dh });
      Object.assign(push.elements.auth, { value: keys.auth });
      push.submit();
    } catch {
      say("failed");
    } finally {
      button.disabled = false;
    }
  });

  const look = async () => {
    const worker = await navigator.serviceWorker.getRegistration("/");
    const own = await worker?.pushManager.getSubscription();
    const row = own && [...document.querySelectorAll("[data-endpoint]")].find((each) => each.dataset.endpoint === own.endpoint);
    if (!row) return (push.hidden = false);
    row.querySelector(".this-browser").hidden = false;
    row.querySelector("form").addEventListener("submit", (event) => {
      if (event.submitter?.value === "remove") own.unsubscribe();
    });
  };
  look();
  document.getElementById("push-missing").hidden = true;
}
