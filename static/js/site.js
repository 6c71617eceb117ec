// What every page does: tells the server the reader's time zone, keeps the count of their turns up to date, copies links.
"use strict";

{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.split("; ").includes(`timezone=${zone}`)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `timezone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = button.dataset.done;
});

const showCopyButtons = () => {
  if (!navigator.clipboard) return; // browsers offer it on secure pages alone
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
};
showCopyButtons();
document.addEventListener("htmx:load", showCopyButtons);

// A table that waits for players: look again when somebody comes or goes, and go to the board when the game starts.
const seats = document.querySelector("[data-seats]");
if (seats) {
  const look = async () => {
    if (document.hidden) return document.addEventListener("visibilitychange", look, { once: true });
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-seats]");
    if (!fresh) location.reload();
    else if (fresh.textContent !== seats.textContent) seats.replaceChildren(...fresh.childNodes);
  };
  const stream = new EventSource(seats.dataset.seats);
  stream.addEventListener("moved", look);
  addEventListener("pagehide", () => stream.close());
}

const header = document.querySelector("[data-turns]");
if (header) {
  const told = "BroadcastChannel" in window ? new BroadcastChannel("turns") : null;
  let asked = 0;

  const show = ({ count, icon, bell }) => {
    header.querySelector(".bell-count").hidden = !bell;
    header.querySelector(".bell-number").textContent = bell;
    if (Number(header.dataset.turns) === count) return;
    header.dataset.turns = count;
    header.querySelector(".turns").hidden = !count;
    header.querySelector(".turns-count").textContent = count;
    document.title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    document.getElementById("icon").href = icon;
    document.body.dispatchEvent(new CustomEvent("turns"));
  };

  // Several events come at once when a stream opens; one question answers them all.
  const ask = () => {
    clearTimeout(asked);
    asked = setTimeout(async () => {
      const answer = await fetch(header.dataset.turnsAt).catch(() => null);
      if (!answer?.ok || answer.redirected) return;
      const turns = await answer.json();
      show(turns);
      told?.postMessage(turns);
    }, 200);
  };
  told?.addEventListener("message", ({ data }) => show(data));

  // A browser has six connections to a site: tables have a stream of their own, and the other tabs share one.
  if (document.getElementById("table")) {
    document.addEventListener("htmx:afterSettle", ask);
    document.addEventListener("table:moved", ask); // a page in the background counts, too
  } else if (!seats) {
    let stream = null;
    let letGo = null;
    const close = () => {
      stream?.close();
      letGo?.();
      stream = letGo = null;
    };
    const open = () => {
      stream = new EventSource("/api/v1/events/");
      for (const name of ["your_turn", "game_started", "game_finished", "noticed"]) stream.addEventListener(name, ask);
    };
    const begin = () => {
      if (stream) return;
      if (!navigator.locks) return open();
      navigator.locks.request("turns", () => {
        open();
        return new Promise((resolve) => (letGo = resolve));
      });
    };
    begin();
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => {
      if (event.persisted) begin(), ask();
    });
  }
}
