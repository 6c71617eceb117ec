// Stepping through a game: the arrow keys press the buttons, and "Play" presses one after another.

let timer = 0;
const PACE = 1500;

const button = (id) => document.getElementById(id);

function stop() {
  clearInterval(timer);
  timer = 0;
  label();
}

function start() {
  timer = setInterval(() => (button("forward") ? button("forward").click() : stop()), PACE);
  label();
}

function label() {
  const play = button("play");
  play.hidden = false;
  play.textContent = timer ? play.dataset.stop : play.dataset.start;
  play.setAttribute("aria-pressed", String(Boolean(timer)));
  play.disabled = !timer && !button("forward");
  // While it plays by itself, reading out every turn would never come to an end.
  button("why").setAttribute("aria-live", timer ? "off" : "polite");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) timer ? stop() : start();
  else if (timer && event.isTrusted) stop();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [role=grid]")) return;
  const id = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
  if (!id) return;
  event.preventDefault();
  stop();
  button(id)?.click();
});

document.addEventListener("htmx:afterSettle", label);

document.addEventListener("DOMContentLoaded", () => {
  label();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (document.getElementById("replay").hasAttribute("data-playing") && !calm) start();
});
