// Gestures on hex boards: pick, turn, flip, drag, and walk over the cells by key. The server alone knows what a tile may
// do and what it brings; the pairs of cells that it may lie on stand in the board's data-pairs.
"use strict";

{
  const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
  const STEPS = { ArrowRight: 0, ArrowLeft: 3, ArrowDown: 1, ArrowUp: 4, PageDown: 1, Home: 4, End: 2, PageUp: 5 };
  const SHIFTED = { ArrowDown: 2, ArrowUp: 5 };
  const FINGER = 44; // pixels that a finger hides

  let board, pairs;
  let cursor = ""; // the cell that the keys are on
  let direction = 0; // of a tile's second half, seen from its first
  let ghost = null; // a tile that is not laid yet: its two cells and its direction
  let drag = null;
  let dragged = false;
  let asked = 0;

  const find = (id) => document.getElementById(id);
  const cellOf = (target) => target?.closest?.("#board [role=gridcell]");
  const slots = () => [...document.querySelectorAll(".slot[value]")];
  const picked = () => slots().find((slot) => slot.getAttribute("aria-pressed") === "true");
  const address = (query) => {
    const all = { draft: table.element.dataset.draft, ...query };
    return "?" + new URLSearchParams(Object.entries(all).filter(([, value]) => value));
  };

  // Rows are lettered from the top; cells are numbered from the left, which begins farther right outside the middle.
  const beside = (name, way) => {
    const radius = Number(board.dataset.radius);
    const first = (r) => Math.max(-radius, -r - radius);
    const r = name.charCodeAt(0) - 97 - radius;
    const row = r + DIRECTIONS[way][1];
    const number = first(r) + Number(name.slice(1)) + DIRECTIONS[way][0] - first(row);
    const cell = find(String.fromCharCode(97 + row + radius) + number);
    return cellOf(cell) ? cell.id : "";
  };

  // --- the ghost ------------------------------------------------------------------------------------

  // The tile with its first half here, in the next direction in which it may lie.
  const tileAt = (cell, from = direction, by = 1) => {
    for (let turn = 0; turn < 6; turn++) {
      const way = (from + by * turn + 36) % 6;
      const other = beside(cell, way);
      if (pairs.has(cell + other)) return [cell, other, way];
    }
    return null;
  };
  const tileOn = (a, b) => [a, b, DIRECTIONS.findIndex((_, way) => beside(a, way) === b)];

  const show = (tile, speak = false) => {
    if (String(tile) === String(ghost)) return;
    ghost = tile;
    clearTimeout(asked);
    find("ghost").innerHTML = "";
    if (!tile) return tell("");
    const halves = tile.slice(0, 2).map((name, half) => {
      const use = find(name).querySelector("use");
      const colour = board.dataset.pick[half];
      const [x, y] = [use.getAttribute("x"), use.getAttribute("y")];
      const body = half ? "" : `<use class="body" href="#tile-${tile[2]}" x="${x}" y="${y}"/>`;
      return `${body}<use class="colour-${colour}" href="#symbol-${colour}" x="${x - 5.5}" y="${y - 5.5}" width="11" height="11"/>`;
    });
    find("ghost").innerHTML = halves.join("");
    asked = setTimeout(lookAhead, 120, tile, speak);
  };

  const drafted = ([a, b]) => [table.element.dataset.draft, `${board.dataset.pick} ${a} ${b}`].filter(Boolean).join("; ");

  const lookAhead = async (tile, speak) => {
    const answer = await fetch(table.element.dataset.preview + address({ draft: drafted(tile) })).catch(() => null);
    if (!answer?.ok) return;
    const { words, rays = [] } = await answer.json();
    if (tile !== ghost) return;
    const lines = rays.map(([colour, path]) => `<path class="ray colour-${colour}" d="${path}"/>`);
    find("ghost").insertAdjacentHTML("afterbegin", lines.join(""));
    tell(words);
    if (speak) table.say(`${tile[0]} ${tile[1]}: ${words}`);
  };

  const tell = (words) => {
    const line = find("ghost-words");
    if (line) line.textContent = words;
  };

  // --- picking and laying ---------------------------------------------------------------------------

  const pick = (tile, slot) => {
    if (board.dataset.cell) return table.go(address({ pick: tile, cell: board.dataset.cell }));
    board.dataset.pick = tile;
    for (const other of slots()) other.setAttribute("aria-pressed", other === slot);
    if (slot) slot.value = tile;
    slot?.querySelectorAll("[href^='#symbol']").forEach((use, half) => {
      use.setAttribute("class", `colour-${tile[half]}`);
      use.setAttribute("href", `#symbol-${tile[half]}`);
    });
    find("flip").disabled = find("drop").disabled = !tile;
    for (const hint of document.querySelectorAll("#say [data-step]")) hint.hidden = hint.dataset.step !== (tile ? "cell" : "pick");
    history.replaceState(null, "", location.pathname + address({ pick: tile }));
    table.say((slot?.querySelector(".unseen") ?? document.querySelector("#say [data-step=pick]")).textContent);
    show(null);
    if (tile && document.activeElement === find(cursor)) show(tileAt(cursor), true);
  };

  const lay = (tile) => {
    direction = tile[2];
    stand(tile[0]);
    find(cursor).focus();
    table.go(address({ draft: drafted(tile) }));
  };
  const drop = () => (board.dataset.cell ? table.go(address({ pick: board.dataset.pick })) : pick("", null));
  const flip = () => board.dataset.pick && pick([...board.dataset.pick].reverse().join(""), picked());
  const turn = (by) => {
    direction = (direction + by + 6) % 6;
    if (ghost) show(tileAt(ghost[0], ghost[2] + by, by), true);
    if (ghost) direction = ghost[2];
  };

  // A cell takes the first half, or, beside the chosen one, the second.
  const choose = (cell) => {
    const { pick, cell: chosen } = board.dataset;
    if (!pick || !cell.classList.length) return look(cell);
    if (cell.classList.contains("second")) return lay(tileOn(chosen, cell.id));
    walk(cell.id);
    table.go(address({ pick, cell: cell.id === chosen ? "" : cell.id }));
  };

  // What a cell has to show where no tile is to be laid: the stack on it.
  const look = (cell) => {
    stand(cell.id);
    if (cell.querySelector("a")) table.go(address({ pick: board.dataset.pick, cell: cell.id }));
  };

  // --- pointers -------------------------------------------------------------------------------------

  const click = (event) => {
    const target = event.target.closest(".slot[value], #turn, #flip, #drop, #board [role=gridcell]");
    if (!target) return;
    event.preventDefault();
    if (dragged || target.disabled) return;
    if (cellOf(target)) choose(target);
    else if (target.id === "turn") turn(1);
    else if (target.id === "flip") flip();
    else if (target.id === "drop" || target === picked()) drop();
    else pick(target.value, target);
  };
  document.addEventListener("click", click, { capture: true });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || drag || !board?.dataset.pick) return;
    const cell = cellOf(event.target);
    const chosen = board.dataset.cell;
    if (!chosen) show(cell ? tileAt(cell.id) : null);
    else show(cell?.classList.contains("second") ? tileOn(chosen, cell.id) : null);
  });

  document.addEventListener("pointerdown", (event) => {
    const slot = event.target.closest(".slot[value]:enabled");
    dragged = false;
    if (slot && !event.button) drag = { slot, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { slot, x, y } = drag;
    if (!drag.picture) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < 8) return;
      board.dataset.cell = "";
      pick(slot.value, slot);
      drag.picture = document.body.appendChild(slot.querySelector("svg").cloneNode(true));
      drag.picture.setAttribute("class", "dragged");
    }
    const above = event.clientY - (event.pointerType === "mouse" ? 0 : FINGER);
    const cell = cellOf(document.elementFromPoint(event.clientX, above));
    show(cell ? tileAt(cell.id) : null);
    drag.picture.style.translate = `${event.clientX}px ${above}px`;
    drag.picture.style.visibility = ghost ? "hidden" : "";
  });

  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      dragged = Boolean(drag?.picture); // the click that follows means nothing
      drag?.picture?.remove();
      drag = null;
      if (dragged && ghost && end === "pointerup") lay(ghost);
    });
  }

  // --- keys -----------------------------------------------------------------------------------------

  const stand = (cell) => {
    find(cursor)?.setAttribute("tabindex", "-1");
    cursor = cell || cursor;
    find(cursor).setAttribute("tabindex", "0");
  };
  const walk = (cell) => {
    stand(cell);
    find(cursor).focus();
    if (board.dataset.pick) show(tileAt(cursor), true);
    else if (board.querySelector("a")) tell(find(cursor).getAttribute("aria-label"));
  };

  for (const [name, way] of Object.entries(STEPS)) {
    table.key(name, (event) => {
      if (!board || !event.target.closest("#board, .rack")) return false;
      walk(beside(cursor, (event.shiftKey && SHIFTED[name]) || way));
    });
  }
  for (const number of "123456") {
    table.key(number, () => {
      const slot = find(`slot-${number}`);
      if (!slot || slot.disabled) return;
      if (slot !== picked()) pick(slot.value, slot);
      walk(cursor);
    });
  }
  for (const name of ["Enter", " "]) {
    table.key(name, (event) => {
      const cell = cellOf(event.target);
      if (!cell) return false;
      if (cell.classList.contains("second")) choose(cell);
      else if (board.dataset.pick && tileAt(cell.id)) lay(tileAt(cell.id));
      else look(cell);
    });
  }
  table.key("r", (event) => turn(event.shiftKey ? -1 : 1));
  table.key("f", flip);
  table.key("escape", () => board.dataset.pick && drop());

  document.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell && cell.id !== cursor) stand(cell.id);
  });

  document.addEventListener("table:ready", () => {
    board = find("board");
    if (!board) return;
    pairs = new Set();
    for (const [, a, b] of board.dataset.pairs.matchAll(/([a-z]\d+)([a-z]\d+)/g)) pairs.add(a + b).add(b + a);
    ghost = null;
    for (const link of board.querySelectorAll("a")) link.setAttribute("tabindex", "-1");
    const rows = board.querySelectorAll("[role=row]");
    const middle = rows[(rows.length - 1) / 2].children;
    stand(find(cursor) ? cursor : middle[(middle.length - 1) / 2].id);
  });
}
