// Gestures on hex boards: pick, turn, flip, drag, and walk over the cells with the arrow keys. The server alone knows
// what a tile may do and brings; which cells it may lie on stands in the board's data-pairs.
"use strict";

{
  const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
  const STEPS = { ArrowRight: 0, ArrowLeft: 3, ArrowDown: 1, ArrowUp: 4, PageDown: 1, Home: 4, End: 2, PageUp: 5 };
  const SHIFTED = { ArrowDown: 2, ArrowUp: 5 };
  const LIFT = 44; // pixels that a tile floats above a finger

  let board, radius, pairs;
  let cursor = ""; // the cell that the keys are on
  let direction = 0; // of a tile's second half, seen from its first
  let ghost = null; // the two cells of the tile that is not laid yet
  let asked = 0;
  let drag = null;
  let dragged = false;

  const cellOf = (element) => element?.closest?.("#board [role=gridcell]");
  const place = (name) => {
    const r = name.charCodeAt(0) - 97 - radius;
    return [Math.max(-radius, -r - radius) + Number(name.slice(1)) - 1, r];
  };
  const nameOf = ([q, r]) => String.fromCharCode(97 + r + radius) + (q - Math.max(-radius, -r - radius) + 1);
  const neighbour = (name, way) => {
    const [q, r] = place(name);
    const cell = nameOf([q + DIRECTIONS[way][0], r + DIRECTIONS[way][1]]);
    return Math.max(Math.abs(q + DIRECTIONS[way][0]), Math.abs(r + DIRECTIONS[way][1])) <= radius && document.getElementById(cell) ? cell : "";
  };
  const wayBetween = (a, b) => [0, 1, 2, 3, 4, 5].find((way) => neighbour(a, way) === b);
  const pick = () => board.dataset.pick;
  const slots = () => [...document.querySelectorAll(".slot[value]")];

  // --- the ghost ------------------------------------------------------------------------------------

  // The tile with its first half on this cell, turned to the next direction in which it may lie.
  const ghostAt = (cell) => {
    for (let turn = 0; turn < 6; turn++) {
      const way = (direction + turn) % 6;
      const other = neighbour(cell, way);
      if (other && pairs.has(cell + other)) return [cell, other, way];
    }
    return null;
  };

  const spot = (name) => {
    const use = document.getElementById(name).querySelector("use");
    return [use.getAttribute("x"), use.getAttribute("y")];
  };
  const symbol = (colour, [x, y]) =>
    `<use class="colour-${colour}" href="#symbol-${colour}" x="${x - 5.5}" y="${y - 5.5}" width="11" height="11"/>`;

  const showGhost = (found, { speak = false } = {}) => {
    const same = found && ghost && found.join() === ghost.join();
    ghost = found;
    clearTimeout(asked);
    const picture = document.getElementById("ghost");
    if (!found || !pick()) {
      picture.innerHTML = "";
      return showWords("");
    }
    const [a, b] = [spot(found[0]), spot(found[1])];
    const body = `<use class="body" href="#tile-${found[2]}" x="${a[0]}" y="${a[1]}"/>`;
    if (!same || !picture.firstChild) picture.innerHTML = body + symbol(pick()[0], a) + symbol(pick()[1], b);
    asked = setTimeout(() => lookAhead(found, speak), 120);
  };

  const drafted = ([a, b]) => {
    const { draft } = table.element.dataset;
    return (draft ? `${draft}; ` : "") + `${pick()} ${a} ${b}`;
  };

  const lookAhead = async (found, speak) => {
    const query = new URLSearchParams({ draft: drafted(found) });
    const answer = await fetch(`${table.element.dataset.preview}?${query}`).catch(() => null);
    if (!answer?.ok || found !== ghost) return;
    const { words, rays = [] } = await answer.json();
    if (found !== ghost) return;
    const lines = rays.map(([colour, path]) => `<path class="ray colour-${colour}" d="${path}"/>`).join("");
    document.getElementById("ghost").insertAdjacentHTML("afterbegin", lines);
    showWords(words);
    if (speak) table.say(`${found[0]} ${found[1]}: ${words}`);
  };

  // Instead of the hint, what the ghost would bring.
  const showWords = (words) => {
    let line = document.getElementById("ghost-words");
    if (!line) {
      line = document.createElement("p");
      line.id = "ghost-words";
      line.className = "ghost-words";
      document.getElementById("say")?.prepend(line);
    }
    line.hidden = !words;
    line.textContent = words;
  };

  // --- picking --------------------------------------------------------------------------------------

  const take = (tile, slot) => {
    if (board.dataset.cell) {
      return table.go("?" + new URLSearchParams({ draft: table.element.dataset.draft, pick: tile, cell: board.dataset.cell }));
    }
    board.dataset.pick = tile;
    for (const other of slots()) other.setAttribute("aria-pressed", other === slot);
    if (slot) showLetters(slot, tile);
    const flip = document.getElementById("flip");
    flip.disabled = !tile;
    flip.value = [...tile].reverse().join("");
    document.getElementById("drop").hidden = !tile;
    for (const hint of document.querySelectorAll("#say [data-step]")) hint.hidden = hint.dataset.step !== (tile ? "cell" : "pick");
    const address = "?" + new URLSearchParams(Object.entries({ draft: table.element.dataset.draft, pick: tile }).filter(([, value]) => value));
    history.replaceState(null, "", address === "?" ? location.pathname : address);
    showGhost(tile && document.activeElement?.id === cursor ? ghostAt(cursor) : null, { speak: true });
    table.say(slot ? slot.querySelector(".unseen").textContent : document.querySelector("#say [data-step=pick]").textContent);
  };

  const showLetters = (slot, tile) => {
    slot.value = tile;
    slot.querySelectorAll("use[class^=colour]").forEach((use, half) => {
      use.setAttribute("class", `colour-${tile[half]}`);
      use.setAttribute("href", `#symbol-${tile[half]}`);
    });
  };

  const picked = () => slots().find((slot) => slot.getAttribute("aria-pressed") === "true");
  const toggle = (slot) => (slot === picked() ? drop() : take(slot.value, slot));
  const flip = () => pick() && take([...pick()].reverse().join(""), picked());
  const drop = () => (board.dataset.cell ? go({ pick: pick() }) : take("", null));
  const turn = (by) => {
    direction = (direction + by + 6) % 6;
    if (ghost) {
      direction = ghost[2];
      do direction = (direction + by + 6) % 6;
      while (!pairs.has(ghost[0] + neighbour(ghost[0], direction)));
      showGhost(ghostAt(ghost[0]), { speak: true });
    }
  };

  const go = (query) => table.go("?" + new URLSearchParams({ draft: table.element.dataset.draft, ...query }));
  const lay = (found) => {
    cursor = found[0];
    direction = found[2];
    return go({ draft: drafted(found) });
  };

  // A cell was tapped or clicked: it takes the first half, or, beside the chosen one, the second.
  const choose = (cell) => {
    const chosen = board.dataset.cell;
    if (!pick() || !cell.classList.length) return;
    cursor = cell.id;
    if (cell.classList.contains("second")) return lay([chosen, cell.id, wayBetween(chosen, cell.id)]);
    go({ pick: pick(), ...(cell.id === chosen ? {} : { cell: cell.id }) });
  };

  // --- pointers -------------------------------------------------------------------------------------

  const click = (event) => {
    const target = event.target.closest(".slot[value], #turn, #flip, #drop, #board [role=gridcell]");
    if (!target) return;
    event.preventDefault();
    if (dragged || target.disabled) dragged = false;
    else if (target.role === "gridcell") choose(target);
    else (({ turn: () => turn(1), flip, drop })[target.id] ?? toggle)(target);
  };
  document.addEventListener("click", click, { capture: true });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || drag || !board) return;
    const cell = cellOf(event.target);
    if (!cell || !pick()) return;
    const chosen = board.dataset.cell;
    if (!chosen) showGhost(ghostAt(cell.id));
    else if (cell.classList.contains("second")) showGhost([chosen, cell.id, wayBetween(chosen, cell.id)]);
  });

  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "mouse" && !drag && cellOf(event.target) && !cellOf(event.relatedTarget)) showGhost(null);
  });

  document.addEventListener("pointerdown", (event) => {
    const slot = event.target.closest(".slot[value]");
    if (!slot || slot.disabled || event.button) return;
    drag = { slot, x: event.clientX, y: event.clientY, picture: null, lift: event.pointerType === "mouse" ? 0 : LIFT };
    slot.setPointerCapture(event.pointerId);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.picture) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
      if (board.dataset.cell) board.dataset.cell = "";
      if (drag.slot !== picked()) take(drag.slot.value, drag.slot);
      drag.picture = drag.slot.querySelector("svg").cloneNode(true);
      drag.picture.setAttribute("class", "dragged");
      document.body.append(drag.picture);
    }
    const { x, y } = { x: event.clientX, y: event.clientY - drag.lift };
    const cell = cellOf(document.elementFromPoint(x, y));
    const found = cell && ghostAt(cell.id);
    showGhost(found);
    drag.picture.style.left = `${event.clientX}px`;
    drag.picture.style.top = `${event.clientY}px`;
    drag.picture.style.visibility = found ? "hidden" : "visible";
  });

  const letGo = (event) => {
    dragged = Boolean(drag?.picture); // then a click follows that means nothing
    drag?.picture?.remove();
    drag = null;
    if (dragged && event.type === "pointerup" && ghost) lay(ghost);
  };
  document.addEventListener("pointerup", letGo);
  document.addEventListener("pointercancel", letGo);

  // --- keys -----------------------------------------------------------------------------------------

  const moveTo = (cell) => {
    if (!cell) return;
    document.getElementById(cursor)?.setAttribute("tabindex", "-1");
    cursor = cell;
    const element = document.getElementById(cell);
    element.setAttribute("tabindex", "0");
    element.focus();
    if (pick()) showGhost(ghostAt(cell), { speak: true });
  };

  for (const [name, way] of Object.entries(STEPS)) {
    table.key(name, (event) => {
      if (!board || (document.activeElement !== document.getElementById(cursor) && !pick())) return false;
      moveTo(neighbour(cursor, (event.shiftKey && SHIFTED[name]) || way));
    });
  }
  for (let number = 1; number <= 6; number++) {
    table.key(String(number), () => {
      const slot = document.getElementById(`slot-${number}`);
      if (!slot || slot.disabled) return;
      if (slot !== picked()) take(slot.value, slot);
      moveTo(cursor);
    });
  }
  const enter = (event) => {
    const cell = cellOf(event.target);
    if (!cell) return false;
    if (!pick()) return table.say(document.querySelector("#say p:not([hidden])")?.textContent ?? "");
    if (cell.classList.contains("second")) return choose(cell);
    const found = ghostAt(cell.id);
    if (found) lay(found);
  };
  table.key("Enter", enter);
  table.key(" ", enter);
  table.key("r", (event) => turn(event.shiftKey ? -1 : 1));
  table.key("f", flip);
  table.key("Escape", () => pick() && drop());

  document.addEventListener("table:ready", () => {
    board = document.getElementById("board");
    if (!board) return;
    radius = Number(board.dataset.radius);
    pairs = new Set();
    for (const [, a, b] of board.dataset.pairs.matchAll(/([a-z]\d+)([a-z]\d+)/g)) pairs.add(a + b).add(b + a);
    ghost = null;
    for (const link of board.querySelectorAll("a")) link.setAttribute("tabindex", "-1");
    if (!document.getElementById(cursor)) cursor = nameOf([0, 0]);
    document.getElementById(cursor).setAttribute("tabindex", "0");
  });
}
