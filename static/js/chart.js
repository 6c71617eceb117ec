// A rating's chart: what is said of the point under the pointer, beside it; arrow keys go from point to point.
"use strict";

{
  const prepare = (figure) => {
    const plot = figure.querySelector(".chart-plot");
    const picture = plot.querySelector("svg");
    const spots = [...plot.querySelectorAll(".spot")];
    const tip = document.createElement("output");
    tip.className = "chart-tip";
    tip.hidden = true;
    plot.append(tip);
    plot.tabIndex = 0;
    plot.setAttribute("role", "group");
    plot.setAttribute("aria-label", picture.getAttribute("aria-label"));
    let shown = null;

    // The browser's own tips come late and lie over ours.
    for (const spot of spots) {
      const title = spot.querySelector("title");
      spot.dataset.words = title.textContent;
      title.remove();
    }

    const show = (spot) => {
      shown?.classList.remove("here");
      shown = spot;
      tip.hidden = !spot;
      if (!spot) return;
      spot.classList.add("here");
      tip.textContent = spot.dataset.words;
      const frame = plot.getBoundingClientRect();
      const [x, y] = spot.querySelector(".dot").getAttribute("d").match(/[\d.]+/g).map(Number);
      const box = picture.viewBox.baseVal;
      const left = (x / box.width) * frame.width;
      const top = (y / box.height) * frame.height;
      const half = tip.offsetWidth / 2;
      tip.style.left = `${Math.min(Math.max(left, half), frame.width - half)}px`;
      tip.style.top = top > tip.offsetHeight + 16 ? `${top - tip.offsetHeight - 12}px` : `${top + 14}px`;
    };

    plot.addEventListener("pointermove", (event) => {
      const frame = plot.getBoundingClientRect();
      const x = ((event.clientX - frame.left) / frame.width) * picture.viewBox.baseVal.width;
      show(spots.findLast((spot) => Number(spot.querySelector("rect").getAttribute("x")) <= x) ?? spots[0]);
    });
    plot.addEventListener("pointerleave", () => show(null));
    plot.addEventListener("blur", () => show(null));
    plot.addEventListener("keydown", (event) => {
      const at = spots.indexOf(shown);
      const next = {
        ArrowLeft: at < 0 ? spots.length - 1 : Math.max(at - 1, 0),
        ArrowRight: at < 0 ? 0 : Math.min(at + 1, spots.length - 1),
        Home: 0,
        End: spots.length - 1,
      }[event.key];
      if (event.key === "Escape") show(null);
      if (next === undefined) return;
      event.preventDefault();
      show(spots[next]);
    });
  };

  const prepareAll = (root) => {
    for (const figure of root.querySelectorAll("[data-chart]")) {
      delete figure.dataset.chart;
      prepare(figure);
    }
  };
  prepareAll(document);
  document.addEventListener("htmx:load", () => prepareAll(document));
}
