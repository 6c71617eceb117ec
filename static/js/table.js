// The table: swaps its one changing part, keeps up with the others' turns, and knows the keys that all games share.
// Boards add their gestures in scripts of their own: they listen for "table:ready" on the document, which comes once
// for every #table that is shown, and use `table.go(address)`, `table.say(words)` and `table.key(name, action)`.
"use strict";

const table = {
  get element() {
    return document.getElementById("table");
  },

  // Shows this table at another address: with another draft, pick or cell. One after the other, so that what is asked
  // for last is shown last.
  go(address) {
    return inTurn(async () => {
      const before = table.element.dataset.draft;
      await load(new URL(address, location).href);
      const { draft, address: here } = table.element.dataset;
      history[draft === before ? "replaceState" : "pushState"](null, "", here === "?" ? location.pathname : here);
    });
  },

  // For readers who listen.
  say(words) {
    document.getElementById("live").textContent = words;
  },

  // A key that works while the focus is in the table, outside of text fields.
  key(name, action) {
    keys.set(name, action);
  },
};

let last = Promise.resolve();
const inTurn = (work) => {
  const done = last.then(work);
  last = done.catch(() => {}); // a request that failed holds up no other
  return done;
};
const load = (path) => htmx.ajax("GET", path, { target: "#table", swap: "outerHTML" });
const refresh = () => inTurn(() => load(location.href));

const keys = new Map();

table.key("u", () => document.getElementById("undo")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
table.key("s", () => document.getElementById("send")?.focus());
table.key("?", () => {
  const help = document.getElementById("help");
  help.open = !help.open;
  if (help.open) help.querySelector("summary").focus();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!event.target.closest("#table, #help") || event.target.closest("input, textarea, select")) return;
  const action = keys.get(event.key) ?? keys.get(event.key.toLowerCase());
  if (event.isTrusted && (asking || early.length) && (action || event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    early.push(event);
  } else if (action && action(event) !== false) event.preventDefault();
});

// Keys that come while the table is being fetched are meant for the one that comes.
const early = [];
let asking = 0;
document.addEventListener("htmx:beforeSend", ({ detail: { target, xhr } }) => {
  if (target.id !== "table") return;
  asking++;
  // Not htmx:afterRequest: it is lost with a form that another answer has replaced meanwhile.
  xhr.addEventListener("loadend", () => {
    asking--;
    setTimeout(catchUp); // when this request is really done
  });
});
const catchUp = () => {
  if (asking || !early.length) return;
  const { key, shiftKey } = early.shift();
  const { activeElement } = document;
  const pressed = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
  if (activeElement.dispatchEvent(pressed) && (key === "Enter" || key === " ")) activeElement.click?.();
  setTimeout(catchUp); // unless this key has asked for the table again
};

// --- links and forms that only change the draft ---------------------------------------------------

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest("#table a[data-go]");
  if (!link) return;
  event.preventDefault();
  table.go(link.getAttribute("href"));
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("#table form[data-go]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  table.go("?" + new URLSearchParams(new FormData(form, event.submitter)));
});

addEventListener("popstate", refresh);

// --- what a swap must not lose --------------------------------------------------------------------

let kept = null;
let inside = false; // whether the focus is in the table, or was when its element went away

document.addEventListener("focusin", ({ target }) => (inside = Boolean(target.closest("#table"))));

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "table") return;
  if (detail.xhr.status === 409) detail.shouldSwap = true; // a refusal, said beside the board
  const [, version] = /data-version="(\d+)"/.exec(detail.serverResponse) ?? [];
  if (Number(version) < Number(table.element.dataset.version)) return (detail.shouldSwap = false); // late, and overtaken
  const frame = table.element.querySelector(".board-frame");
  kept = {
    open: [...table.element.querySelectorAll("details[id][open]")].map(({ id }) => id),
    scroll: frame && [frame.scrollLeft, frame.scrollTop],
    focused: inside,
    said: spoken(),
  };
});

// Bars grow from where they were, where they must have been seen.
document.addEventListener("htmx:afterSwap", () => table.element.getBoundingClientRect());

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id !== "table" || !kept) return;
  const { open, scroll, focused, said } = kept;
  kept = null;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (scroll) table.element.querySelector(".board-frame")?.scrollTo(...scroll);
  ready();
  if (focused && !table.element.contains(document.activeElement)) {
    table.element.querySelector("#board [tabindex='0'], form[data-go] button:enabled, #send:enabled")?.focus({ preventScroll: true });
  }
  const words = spoken();
  if (words !== said) table.say(words);
});

const spoken = () =>
  ["#status strong", "#say p:not([hidden], .refusal)"]
    .flatMap((place) => [...table.element.querySelectorAll(place)])
    .map(({ textContent }) => textContent.trim().replace(/\s+/g, " "))
    .join(" ");

const ready = () => document.dispatchEvent(new CustomEvent("table:ready"));

// --- the others' turns ----------------------------------------------------------------------------

let stream = null;

// Nobody sees a page in the background: it waits, for whatever it fetched would count as seen.
const missed = { version: -1, more: false, talk: false };
const keepUp = () => {
  if (document.hidden) return;
  if (missed.more || missed.version > Number(table.element.dataset.version)) refresh();
  if (missed.talk) htmx.trigger(document.body, "talked");
  missed.more = missed.talk = false;
};

const listen = () => {
  if (stream || !table.element.dataset.events) return;
  stream = new EventSource(table.element.dataset.events);
  stream.addEventListener("moved", ({ data }) => {
    const { version } = JSON.parse(data);
    missed.more ||= version === missed.version; // no turn, but something on its clock or at the seats
    missed.version = version;
    document.dispatchEvent(new CustomEvent("table:moved"));
    keepUp();
  });
  stream.addEventListener("talked", () => {
    missed.talk = true;
    keepUp();
  });
};
const hush = () => {
  stream?.close();
  stream = null;
};

addEventListener("pagehide", hush);
addEventListener("pageshow", listen);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  listen();
  keepUp();
});

document.addEventListener("click", ({ target }) => {
  const zoom = target.closest("#zoom");
  if (zoom) zoom.setAttribute("aria-pressed", document.body.classList.toggle("zoomed"));
});

document.addEventListener("DOMContentLoaded", ready); // by then the board's own script is there, too
