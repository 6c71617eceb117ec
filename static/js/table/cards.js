// The two card games: keys for the hand and for the order of scoring; in Kluges Köpfchen also walking over the grid,
// lighting up what a cell would score, and zoom. Panning is the scrolling of the stage.
"use strict";

{
  const LEAST = 46 / 30; // pixels a unit: a cell that a finger finds
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  let seek = ""; // what gets the focus when the table is shown again
  let cursor = ""; // the cell that the keys are on
  let stage, picture;
  let scale = LEAST;
  let middle = null; // what lies in the middle of the stage, in units of the picture

  const find = (query) => table.element.querySelector(query);
  const press = (query, then) => {
    const element = find(query);
    if (!element || element.disabled) return false;
    seek = then;
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };

  // --- keys -----------------------------------------------------------------------------------------

  for (let number = 1; number <= 6; number++) {
    table.key(String(number), () => press(`#slot-${number}`, ".order[aria-current], .grid-slot.legal"));
  }
  table.key("f", () => press("#flip", ".order[aria-current]"));
  table.key("Escape", () => press(".hand-card[aria-pressed=true]", ""));
  document.addEventListener("click", ({ target }) => {
    if (target.closest(".order")) seek = "#send:enabled, .hand-card:enabled";
  });
  for (const [name, [dx, dy]] of Object.entries(STEPS)) {
    table.key(name, ({ target }) => {
      if (target.closest(".order")) return dx ? press("#flip", ".order[aria-current]") : false;
      return Boolean(stage) && target.closest(".hand, .grid-stage") && walk(target.closest("[data-cell]"), dx, dy);
    });
  }

  const cells = () => [...stage.querySelectorAll("[data-cell]")];
  const place = (cell) => cell.dataset.cell.split(",").map(Number);

  // To the next cell that way; where there is none, to the nearest one that lies further that way.
  const walk = (from, dx, dy) => {
    const [x, y] = place(from ?? cells().find((cell) => cell.dataset.cell === cursor) ?? cells()[0]);
    const ways = cells()
      .map((cell) => [cell, (place(cell)[0] - x) * dx + (place(cell)[1] - y) * dy, Math.abs((place(cell)[0] - x) * dy + (place(cell)[1] - y) * dx)])
      .filter(([, ahead]) => ahead > 0)
      .sort((a, b) => a[1] + 2 * a[2] - b[1] - 2 * b[2]);
    if (ways[0]) goTo(ways[0][0]);
  };

  const goTo = (cell) => {
    rest(cell);
    cell.focus();
  };

  const rest = (cell) => {
    for (const other of cells()) other.setAttribute("tabindex", other === cell ? "0" : "-1");
    cursor = cell?.dataset.cell ?? "";
  };

  // --- what a cell would score ------------------------------------------------------------------------

  const look = ({ target }) => {
    const slot = target.closest?.(".grid-slot");
    const lights = slot?.dataset.lights.split(" ") ?? [];
    for (const cell of cells()) cell.classList.toggle("lights", lights.includes(cell.dataset.cell));
    const words = find("#ghost-words");
    if (words) words.textContent = slot?.getAttribute("aria-label") ?? "";
  };

  // --- zoom -------------------------------------------------------------------------------------------

  const least = () => Math.min(stage.clientWidth / picture.viewBox.baseVal.width, stage.clientHeight / picture.viewBox.baseVal.height);
  const now = () => Math.max(scale, least());

  const show = () => {
    const { x, y, width, height } = picture.viewBox.baseVal;
    const [at, size] = [middle ?? [x + width / 2, y + height / 2], now()];
    picture.style.width = `${width * size}px`;
    picture.style.height = `${height * size}px`;
    stage.scrollTo((at[0] - x) * size - stage.clientWidth / 2, (at[1] - y) * size - stage.clientHeight / 2);
  };

  const remember = () => {
    const { x, y } = picture.viewBox.baseVal;
    middle = [x + (stage.scrollLeft + stage.clientWidth / 2) / now(), y + (stage.scrollTop + stage.clientHeight / 2) / now()];
  };

  const zoom = (by) => {
    scale = Math.min(by && now() * by, 6);
    show();
  };

  document.addEventListener("click", ({ target }) => {
    const how = target.closest("[data-zoom]")?.dataset.zoom;
    if (how) zoom({ in: 1.25, out: 0.8, fit: 0 }[how]);
  });
  addEventListener("resize", () => stage?.isConnected && show());

  const gestures = () => {
    let drag = null;
    let apart = 0;
    const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    stage.addEventListener("scroll", remember, { passive: true });
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.1 : 0.9);
    });
    stage.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return (apart = 0);
      event.preventDefault();
      if (apart) zoom(distance(event.touches) / apart);
      apart = distance(event.touches);
    });
    stage.addEventListener("dragstart", (event) => event.preventDefault());
    stage.addEventListener("pointerdown", ({ pointerType, clientX, clientY }) => {
      drag = pointerType === "mouse" ? { x: clientX, y: clientY, far: false } : null;
    });
    stage.addEventListener("pointermove", ({ buttons, clientX, clientY }) => {
      if (!drag || !buttons) return;
      drag.far ||= Math.hypot(clientX - drag.x, clientY - drag.y) > 6;
      if (!drag.far) return;
      stage.scrollBy(drag.x - clientX, drag.y - clientY);
      [drag.x, drag.y] = [clientX, clientY];
    });
    const dropped = (event) => {
      if (drag?.far) event.preventDefault(); // the end of a drag is no choice
      drag = null;
    };
    stage.addEventListener("click", dropped, { capture: true });
    for (const kind of ["focusin", "focusout", "pointerover", "pointerout"]) {
      stage.addEventListener(kind, (event) => look(kind.endsWith("out") ? { target: document } : event));
    }
  };

  document.addEventListener("table:ready", () => {
    stage = find(".grid-stage");
    if (stage) {
      picture = stage.querySelector(".grid-picture");
      find(".grid-tools").hidden = false;
      find(".grid-least").remove();
      show();
      gestures();
      const thought = cells().find((cell) => cell.matches("g.thought"));
      thought?.scrollIntoView({ block: "nearest", inline: "nearest" });
      rest(thought ?? cells().find((cell) => cell.dataset.cell === cursor) ?? cells()[0]);
    }
    if (!seek) return;
    const found = find(seek);
    seek = "";
    if (found?.dataset.cell) goTo(cells().find((cell) => cell.dataset.cell === cursor && cell.matches(".legal")) ?? found);
    else found?.focus();
  });
}
