// The board of the page that enters a game by touch: a grid of buttons, one a cell, and the trays beside it. It draws
// what it is told, and tells what was touched; it knows no rule.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  window.tapElement = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  };
  const make = window.tapElement;

  // pictures are drawn once each, from the server's own page, and copied
  function pictures(looks) {
    const drawn = new Map();
    return (look) => {
      if (!drawn.has(look)) {
        const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}" viewBox="0 0 40 40" aria-hidden="true">${looks[look] || ""}</svg>`, "image/svg+xml");
        drawn.set(look, document.importNode(parsed.documentElement, true));
      }
      return drawn.get(look).cloneNode(true);
    };
  }

  window.tapBoard = (board, words, touched) => {
    const picture = pictures(board.looks);
    const grid = make("div", { class: "t-board", role: "group" });
    const cells = new Map();
    const order = []; // of the cells as they are shown, row by row; null where there is none
    let quarter = -1;
    let at = "";
    grid.style.setProperty("--columns", board.columns);

    // where a cell is shown when the board is turned by so many quarters, so that another seat has it before them
    function place(column, row, turned) {
      const [right, low] = [board.columns - 1, board.rows - 1];
      return [[column, row], [row, right - column], [right - column, low - row], [low - row, column]][turned];
    }

    function lay(turned) {
      if (turned === quarter) return;
      quarter = turned;
      order.length = 0;
      order.push(...Array(board.columns * board.rows).fill(null));
      for (const [key, column, row] of board.cells) {
        const [x, y] = place(column, row, turned);
        order[y * board.columns + x] = key;
        if (!cells.has(key)) cells.set(key, make("button", { type: "button", class: `t-cell${(column + row) % 2 ? " t-dark" : ""}`, "data-key": key, tabindex: -1 }));
      }
      // coordinates stand beside the squares: a line's letter, or its number
      const named = (keys) => {
        const [first, second] = keys.filter(Boolean);
        return make("span", { class: "t-at", "aria-hidden": "true" }, !first ? "" : second && second[0] === first[0] ? first[0] : first.slice(1));
      };
      const shown = [];
      for (let from = 0; from < order.length; from += board.columns) {
        const line = order.slice(from, from + board.columns);
        shown.push(named(line), ...line.map((key) => (key ? cells.get(key) : make("span"))));
      }
      const below = Array.from({ length: board.columns }, (_, column) => named(order.filter((_key, at) => at % board.columns === column)));
      grid.replaceChildren(...shown, make("span"), ...below);
    }

    function describe(key, position, marks) {
      const look = position.pieces[key];
      const parts = [look ? `${key}, ${board.names[look]}` : words.empty.replace("{cell}", key)];
      if (position.last.includes(key)) parts.push(words.last);
      if (position.check.includes(key)) parts.push(words.check);
      if (marks.lit.has(key) && marks.from) parts.push(look ? words.takes.replace("{what}", board.names[look]) : words.target);
      return parts.join(", ");
    }

    function draw(position, marks) {
      lay(marks.quarter);
      for (const [key, cell] of cells) {
        const look = position.pieces[key] || "";
        if (cell.dataset.look !== look) {
          cell.dataset.look = look;
          cell.replaceChildren(...(look ? [picture(look)] : []));
        }
        const lit = marks.lit.has(key);
        cell.classList.toggle("t-lit", lit);
        cell.classList.toggle("t-target", lit && Boolean(marks.from));
        cell.classList.toggle("t-takes", lit && Boolean(marks.from) && Boolean(look));
        cell.classList.toggle("t-from", marks.path.includes(key));
        cell.classList.toggle("t-last", position.last.includes(key));
        cell.classList.toggle("t-check", position.check.includes(key));
        cell.classList.toggle("t-won", position.won.some((line) => line.includes(key)));
        cell.setAttribute("aria-disabled", String(!lit && !marks.path.includes(key)));
        cell.setAttribute("aria-pressed", String(marks.path.includes(key)));
        cell.setAttribute("aria-label", describe(key, position, marks));
        cell.title = cell.getAttribute("aria-label");
        cell.tabIndex = -1;
      }
      const first = cells.get(at) || cells.get([...marks.lit].find((key) => cells.has(key))) || cells.get(order.find(Boolean));
      if (first) first.tabIndex = 0;
    }

    grid.addEventListener("click", (event) => {
      const cell = event.target.closest(".t-cell");
      if (cell) touched(cell.dataset.key);
    });
    // one stop of the Tab key; arrows go on from there, over the gaps of the board
    grid.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: board.columns, ArrowUp: -board.columns }[event.key];
      const cell = event.target.closest(".t-cell");
      if (!step || !cell) return;
      event.preventDefault();
      const from = order.indexOf(cell.dataset.key);
      for (let to = from + step; to >= 0 && to < order.length; to += step) {
        if (Math.abs(step) === 1 && Math.floor(to / board.columns) !== Math.floor(from / board.columns)) break;
        if (!order[to]) continue;
        for (const other of cells.values()) other.tabIndex = -1;
        at = order[to];
        cells.get(at).tabIndex = 0;
        cells.get(at).focus();
        break;
      }
    });

    // a tray's things as buttons; several alike are one with their number
    function tray(part, heading, marks) {
      const list = make("div", { class: `t-tray t-tray-${part.key.replace(/\d+$/, "")}`, role: "group", "aria-label": heading });
      if (heading) list.append(make("span", { class: "t-heading", "aria-hidden": "true" }, heading));
      for (const item of part.items) {
        const lit = marks.lit.has(item.key), chosen = marks.path.includes(item.key);
        const name = `${board.names[item.look] || item.look}${item.count > 1 ? ` × ${item.count}` : ""}`;
        const button = make("button", {
          type: "button", class: `t-item${lit ? " t-lit" : ""}${chosen ? " t-from" : ""}`, "data-key": item.key,
          "aria-label": name, title: name, "aria-disabled": String(!lit && !chosen), "aria-pressed": String(chosen),
        }, picture(item.look));
        if (item.count > 1) button.append(make("b", {}, String(item.count)));
        button.addEventListener("click", () => touched(item.key));
        list.append(button);
      }
      return list;
    }

    return { grid, draw, tray, picture };
  };
})();
