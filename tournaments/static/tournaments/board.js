/* Draws a position, as the engines' views write it, in the middle of a page: the cross of Quatro Chess, the boards of
   Quarto and Quaro, the hands of Kwartet. It knows what things look like and nothing of what is allowed.

   const board = viertalBoard(element, game)          element: empty; game: a key such as "quarto"
   board.show(position, { bottom, last, moved, lines })
     bottom   the seat (from 1) that sits below            last     squares of the last move
     moved    {to: from}: what glides to its new square    lines    rows of squares to strike through
     chance   Quaro: stones that could be placed ("Rd4"), in their order
     way      Kwartet: {card, from, to}: what was asked for glides from hand to hand */
(() => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const make = (name, attributes, ...children) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes || {})) if (value !== undefined) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  /* --- pieces, as the engines draw them in a field of 40 × 40: pieces_quarto.js */
  const drawn = new Map();
  function piece(look, at) {
    if (!drawn.has(look)) {
      const parsed = new DOMParser().parseFromString(`<g xmlns="${NS}">${window.viertalPieces[look] || ""}</g>`, "image/svg+xml");
      drawn.set(look, document.importNode(parsed.documentElement, true));
    }
    const node = drawn.get(look).cloneNode(true);
    node.setAttribute("class", "piece");
    if (!at) return node;
    node.setAttribute("transform", at);
    return node;
  }

  /* --- boards of squares: where each lies, in fields of 40, seen from any side */
  const letters = "abcdefghijkl";
  /* a square board, or a cross whose arms are that much narrower on either side */
  function field(size, arm, rim) {
    const names = [], labels = [], edge = size * 40, corner = arm * 40, inner = edge - 2 * corner;
    const beside = place => place < arm || place >= size - arm;
    for (let rank = 0; rank < size; rank += 1) {
      for (let file = 0; file < size; file += 1) if (!beside(file) || !beside(rank)) names.push(letters[file] + (rank + 1));
    }
    for (let place = 0; place < size; place += 1) {
      const middle = place * 40 + 20, file = letters[place], rank = String(size - place), near = -rim / 2, far = edge + rim / 2;
      if (!beside(place)) labels.push([file, middle, near], [file, middle, far], [rank, near, middle], [rank, far, middle]);
      else if (place < arm) labels.push([file, middle, far - corner], [rank, near + corner, middle]);
      else labels.push([file, middle, near + corner], [rank, far - corner, middle]);
    }
    const turned = (x, y, turns) => {
      for (let turn = 0; turn < turns; turn += 1) [x, y] = [y, edge - x];
      return [x, y];
    };
    const place = (name, turns) => {
      const [x, y] = turned(letters.indexOf(name[0]) * 40 + 20, (size - Number(name.slice(1))) * 40 + 20, turns);
      return [x - 20, y - 20];
    };
    const step = corner ? `h${inner}v${corner}h${corner}v${inner}h${-corner}v${corner}h${-inner}v${-corner}h${-corner}v${-inner}h${corner}z` : `h${edge}v${edge}h${-edge}z`;
    return { size, rim, names, labels, turned, place, outline: `M${corner} 0${step}` };
  }
  const cross = field(12, 2, 26), small = field(8, 2, 20), square = field(4, 0, 15);

  /* what the boards with squares share: ground, letters at the edge, marks, and things that glide */
  function squares(root, on, how) {
    const edge = on.size * 40, RIM = on.rim, whole = edge + 2 * RIM;
    const svg = make("svg", { class: `board-${how.name}`, viewBox: `${-RIM} ${-RIM} ${whole} ${whole + (how.below || 0)}`, "aria-hidden": "true", focusable: "false" });
    const ground = make("g"), marks = make("g"), things = make("g"), edges = make("g"), rest = make("g");
    svg.append(make("path", { class: "rim", d: on.outline, "stroke-width": 2 * RIM }), ...(how.well ? [make("rect", { class: "wood", width: edge, height: edge, rx: 5 })] : []), ground, marks, edges, things, rest);
    root.replaceChildren(svg);
    let turned = -1;
    const standing = new Map();

    /* letters keep their size on the screen, however small the board */
    const size = new ResizeObserver(() => {
      if (svg.clientWidth) svg.style.setProperty("--px", Math.min(1.7, whole / svg.clientWidth));
    });
    size.observe(svg);

    function lay(turns) {
      if (turned === turns) return false;
      turned = turns;
      ground.replaceChildren(); edges.replaceChildren();
      for (const name of on.names) {
        const [x, y] = on.place(name, turns);
        const dark = (letters.indexOf(name[0]) + Number(name.slice(1))) % 2;
        ground.append(how.well ? make("circle", { cx: x + 20, cy: y + 20, r: how.well, class: "well" }) : make("rect", { x, y, width: 40, height: 40, class: dark ? "square-b" : "square-a" }));
      }
      // at both ends of the board; beside its arms once, so that a corner bears files or ranks
      for (const [text, x, y] of on.labels) {
        const [left, top] = on.turned(x, y, turns);
        edges.append(make("text", { x: left, y: top, dy: ".35em", class: "edge" }, text));
      }
      return true;
    }

    function put(want, moved, draw) {
      const glide = new Map();
      for (const [to, from] of Object.entries(moved || {})) {
        if (standing.has(from) && standing.get(from).code === want[to]) { glide.set(to, standing.get(from)); standing.delete(from); }
      }
      for (const [name, thing] of glide) {
        if (standing.has(name)) standing.get(name).node.remove();
        standing.set(name, thing);
        things.append(thing.node);
      }
      for (const [name, thing] of [...standing]) if (want[name] !== thing.code) { thing.node.remove(); standing.delete(name); }
      for (const [name, code] of Object.entries(want)) {
        if (!standing.has(name)) {
          const node = draw(code, name);
          standing.set(name, { code, node });
          things.append(node);
        }
        const [x, y] = on.place(name, turned), node = standing.get(name).node;
        node.style.transform = `translate(${x}px, ${y}px)`;
        node.dataset.at = name;
      }
    }

    function mark(look) {
      marks.replaceChildren();
      for (const name of look.last || []) {
        if (on.names.includes(name)) marks.append(...last(name));
      }
      for (const line of look.lines || []) {
        const [x1, y1] = on.place(line[0], turned), [x2, y2] = on.place(line[line.length - 1], turned);
        if (line.length === 4 && Math.abs(x1 - x2) === 40 && Math.abs(y1 - y2) === 40) {
          marks.append(make("rect", { x: Math.min(x1, x2) + 3, y: Math.min(y1, y2) + 3, width: 74, height: 74, rx: 8, class: "won" }));
        } else marks.append(make("line", { x1: x1 + 20, y1: y1 + 20, x2: x2 + 20, y2: y2 + 20, class: "won" }));
      }
    }
    const last = name => {
      const [x, y] = on.place(name, turned);
      if (how.well) return [make("circle", { cx: x + 20, cy: y + 20, r: how.well, class: "last" })];
      return [make("rect", { x, y, width: 40, height: 40, class: "last" }), make("path", { class: "corners", d: `M${x + 2} ${y + 9}v-7h7M${x + 31} ${y + 2}h7v7M${x + 38} ${y + 31}v7h-7M${x + 9} ${y + 38}h-7v-7` })];
    };

    /* the square at a point of the window: its middle and width there; null beside the board */
    function square(x, y) {
      const screen = svg.getScreenCTM(), here = new DOMPoint(x, y).matrixTransform(screen.inverse());
      const inside = name => { const [left, top] = on.place(name, turned); return here.x >= left && here.x < left + 40 && here.y >= top && here.y < top + 40; };
      const name = on.names.find(inside);
      if (!name) return null;
      const [left, top] = on.place(name, turned), middle = new DOMPoint(left + 20, top + 20).matrixTransform(screen);
      return { x: middle.x, y: middle.y, size: 40 * screen.a };
    }

    const api = { svg, square, rest, marks, edge, lay, put, mark, at: name => on.place(name, turned), pick: null, stop: () => size.disconnect() };
    return api;
  }

  /* --- Quatro Chess */
  function chess(root) {
    const on = squares(root, cross, { name: "quatro-chess" });
    on.show = (position, look) => {
      on.lay((look.bottom || 1) - 1);
      const want = { ...position.pieces };
      for (const [name, code] of Object.entries(position.statues || {})) want[name] = `${code}#`;
      on.put(want, look.moved, code => piece(code));
      on.mark(look);
      for (const key of position.check || []) {
        const king = Object.entries(position.pieces).find(([, code]) => code === `${key[0]}K`);
        if (!king) continue;
        const [x, y] = on.at(king[0]);
        on.marks.append(make("circle", { cx: x + 20, cy: y + 20, r: 18, class: "check" }));
      }
    };
    return on;
  }

  /* --- Quarto: wells of wood; below them what is left, and what waits to be placed */
  function quarto(root) {
    const on = squares(root, square, { name: "quarto", below: 50, well: 17 });
    on.show = (position, look) => {
      on.lay(0);
      on.put(position.board, look.moved, code => piece(code));
      on.mark(look);
      on.rest.replaceChildren();
      const top = 4 * 40 + square.rim + 3;
      position.left.concat(position.given ? [position.given] : []).sort().forEach((code, number) => {
        const x = -12.5 + (number % 8) * 23.4, y = top + Math.floor(number / 8) * 23;
        if (code === position.given) on.rest.append(make("rect", { x, y, width: 21, height: 22, rx: 4, class: "given" }));
        on.rest.append(piece(code, `translate(${x} ${y + 0.5}) scale(.525)`));
      });
    };
    return on;
  }

  /* --- Quaro */
  function quaro(root) {
    const on = squares(root, small, { name: "quaro" });
    on.show = (position, look) => {
      on.lay(look.turns || 0);
      on.put(position.board, null, code => piece(code));
      on.mark(look);
      on.rest.replaceChildren(...(look.chance || []).map((word, place, all) => {
        const [x, y] = on.at(word.slice(1)), node = make("g", { class: "could" }, piece(word[0], `translate(${x} ${y})`));
        if (all.length > 1) node.append(make("text", { x: x + 34, y: y + 11, class: "order" }, place + 1));
        return node;
      }));
    };
    return on;
  }

  /* stones of a hand, as a picture of their own for a card */
  function hand(stones) {
    const svg = make("svg", { class: "hand", viewBox: "0 0 104 26", "aria-hidden": "true" });
    for (let place = 0; place < 4; place += 1) {
      const code = stones[place];
      const at = code ? piece(code, `translate(${place * 26} 0) scale(.65)`) : make("circle", { class: "gap", cx: 13 + place * 26, cy: 13, r: 10 });
      svg.append(at);
    }
    return svg;
  }

  /* --- Kwartet: hands of cards, a row a seat */
  function kwartet(root) {
    const list = document.createElement("ul");
    list.className = "board-kwartet";
    list.setAttribute("role", "list");
    root.replaceChildren(list);
    const api = { svg: list, pick: null, stop: () => {} };
    const card = (kind, code, name) => {
      const node = document.createElement("span");
      node.className = `card-${kind}`;
      if (code) node.append(make("svg", { viewBox: code[1] ? "6 0 28 40" : "4 1 32 39", "aria-hidden": "true" }, piece(code)));
      if (name && name !== code) {
        const index = code[1] && node.querySelector("text"); // a card with a name bears its number alone
        if (index) index.textContent = code[1];
        node.append(Object.assign(document.createElement("small"), { textContent: name }));
      }
      return node;
    };
    const face = (code, look) => {
      const node = card((look.last || []).includes(code) ? "face fresh" : "face", code, look.card(code));
      node.title = look.whole(code);
      node.dataset.card = code;
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", look.whole(code));
      return node;
    };
    const quartet = (letter, look) => {
      const node = card("quartet", letter, look.quartet(letter));
      node.dataset.card = letter;
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", `${look.quartet(letter)} ✓`);
      return node;
    };
    /* where a card lies in a row: its face, the quartet that it is in, or the last of those that are hidden */
    const lies = (seat, code) => {
      const row = list.children[seat - 1];
      return row && (row.querySelector(`[data-card="${code}"]`) || row.querySelector(`[data-card="${code[0]}"]`) || row.querySelector(".card-back:last-child") || row);
    };
    function travel({ card: code, to }, before) {
      const time = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--glide")), node = lies(to, code);
      if (!time || !node || !node.className.startsWith("card-")) return;
      const after = node.getBoundingClientRect(), by = `${before.left - after.left}px, ${before.top - after.top}px`;
      node.classList.add("way");
      node.animate([{ transform: `translate(${by})`, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 2 * time, easing: "ease-in-out" });
    }
    api.show = (position, look) => {
      const before = look.way && list.children.length ? lies(look.way.from, look.way.card).getBoundingClientRect() : null;
      list.replaceChildren(...position.seats.map((seat, place) => {
        const row = document.createElement("li");
        row.className = look.turn === place + 1 ? "turn" : "";
        const held = document.createElement("div"), laid = document.createElement("div");
        held.className = "held"; laid.className = "laid";
        if (seat.hand && (!look.eyes || look.eyes === place + 1)) held.append(...seat.hand.map(text => face(text, look)));
        else held.append(...Array.from({ length: seat.cards }, () => card("back")));
        laid.append(...seat.laid.map(letter => quartet(letter, look)));
        row.append((look.names && look.names(place + 1)) || "", held, laid);
        return row;
      }));
      list.style.setProperty("--rows", position.seats.length);
      list.style.setProperty("--most", Math.max(8, ...position.seats.map(seat => seat.cards + seat.laid.length)));
      if (before) travel(look.way, before);
    };
    return api;
  }

  const GAMES = { "quatro-chess": chess, quarto, quaro, kwartet };
  window.viertalBoard = (element, game) => GAMES[game](element);
  window.viertalBoard.hand = hand;
  window.viertalBoard.knows = game => game in GAMES;
})();
