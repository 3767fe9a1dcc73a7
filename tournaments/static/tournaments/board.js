/* Draws a position, as the engines' views write it, in the middle of a page: the cross of Quatro Chess, the boards of
   Quarto and Quaro, the hands of Kwartet. It knows what things look like and nothing of what is allowed.

   const board = viertalBoard(element, game)          element: empty; game: a key such as "quarto"
   board.show(position, { bottom, last, moved, lines })
     bottom   the seat (from 1) that sits below            last     squares of the last move
     moved    {to: from}: what glides to its new square    lines    rows of squares to strike through
     chance   Quaro: stones that could be placed ("Rd4"), in their order */
(() => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const make = (name, attributes, ...children) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes || {})) if (value !== undefined) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  /* --- pieces: the silhouettes of games/quatro_chess/shapes.py, in a field of 40 × 40 */
  const FOOT = "M10.5 35.5 Q9.5 31 13.5 29.5 L26.5 29.5 Q30.5 31 29.5 35.5 Z";
  const PIECES = {
    P: ["M20 8.2 A5.3 5.3 0 0 1 23.4 17.6 H25.6 V20 H23.2 Q23.4 25.5 27 29.5 H13 Q16.6 25.5 16.8 20 H14.4 V17.6 H16.6 A5.3 5.3 0 0 1 20 8.2 Z", ""],
    N: ["M13 29.5 Q12.6 24.6 17.6 20.6 Q18.6 19.6 18.2 18 Q15.6 19.9 13.4 20.6 Q11 20.8 10.2 17.6 L14.6 11.6 L15.4 6.2 L19.2 8.6 Q27.4 9.4 28.4 18.6 Q28.8 24.4 27.4 29.5 Z", "M17.4 12.2 L18.8 13 M22.6 12.6 Q25.6 16 25 22"],
    B: ["M20 4.4 A2.4 2.4 0 0 1 21.7 8.5 Q27.4 12.6 26.4 18.6 Q25.8 21.6 23.2 23.2 L24.2 26.6 L27 29.5 H13 L15.8 26.6 L16.8 23.2 Q14.2 21.6 13.6 18.6 Q12.6 12.6 18.3 8.5 A2.4 2.4 0 0 1 20 4.4 Z", "M20 12.2 V19 M17 15.4 H23 M15.8 26.6 H24.2"],
    R: ["M11.5 7.5 H16 V10.5 H18.2 V7.5 H21.8 V10.5 H24 V7.5 H28.5 V14 L25.2 16.8 L26.2 27 L28 29.5 H12 L13.8 27 L14.8 16.8 L11.5 14 Z", "M14.8 16.8 H25.2 M13.8 27 H26.2"],
    Q: ["M13.6 29.5 L14.4 25.4 L9.2 12.6 L14.8 17.4 L15.2 8 L18.6 15.6 L20 6.2 L21.4 15.6 L24.8 8 L25.2 17.4 L30.8 12.6 L25.6 25.4 L26.4 29.5 Z", "M14.4 25.4 Q20 23.4 25.6 25.4"],
    K: ["M18.8 3.2 H21.2 V5.6 H23.6 V8 H21.2 V11.4 Q23.4 9.8 26.4 10.4 Q30.8 11.6 29.8 16.4 Q28.8 20.4 25.4 24.6 L26.6 29.5 H13.4 L14.6 24.6 Q11.2 20.4 10.2 16.4 Q9.2 11.6 13.6 10.4 Q16.6 9.8 18.8 11.4 V8 H16.4 V5.6 H18.8 Z", "M20 13.4 V22 M14.6 24.6 Q20 22.8 25.4 24.6"],
  };
  const SIGNS = {
    w: () => make("circle", { cx: 33, cy: 33, r: 5.2 }),
    r: () => make("path", { d: "M33 26.6l6.4 6.4-6.4 6.4-6.4-6.4z" }),
    b: () => make("path", { d: "M28 28h10v10h-10z" }),
    g: () => make("path", { d: "M33 27l6 11h-12z" }),
  };
  const man = (colour, kind, statue) => make("g", { class: `man ${statue ? "stone" : `army-${colour}`}` },
    make("path", { d: FOOT }), make("path", { d: PIECES[kind][0] }),
    ...(PIECES[kind][1] ? [make("path", { d: PIECES[kind][1], fill: "none" })] : []), SIGNS[colour]());

  /* --- boards of squares: where each lies, in fields of 40, seen from any side */
  const letters = "abcdefghijkl";
  function field(size, onBoard) {
    const names = [];
    for (let rank = 0; rank < size; rank += 1) {
      for (let file = 0; file < size; file += 1) if (onBoard(file, rank)) names.push(letters[file] + (rank + 1));
    }
    const place = (name, turns) => {
      let [x, y] = [letters.indexOf(name[0]), size - Number(name.slice(1))];
      for (let turn = 0; turn < turns; turn += 1) [x, y] = [y, size - 1 - x];
      return [x * 40, y * 40];
    };
    return { size, names, place };
  }
  const cross = field(12, (file, rank) => (file > 1 && file < 10) || (rank > 1 && rank < 10));
  const small = field(8, (file, rank) => (file > 1 && file < 6) || (rank > 1 && rank < 6));
  const square = field(4, () => true);

  /* what the boards with squares share: ground, letters at the edge, marks, and things that glide */
  function squares(root, on, how) {
    const edge = on.size * 40, margin = how.margin;
    const svg = make("svg", { class: `board-${how.name}`, viewBox: `-2 -2 ${edge + margin + 4} ${edge + margin + 4 + (how.below || 0)}`, "aria-hidden": "true", focusable: "false" });
    const ground = make("g"), marks = make("g"), things = make("g"), over = make("g"), edges = make("g"), rest = make("g");
    svg.append(ground, marks, edges, things, over, rest);
    root.replaceChildren(svg);
    let turned = -1;
    const standing = new Map();

    /* letters keep their size on the screen, however small the board */
    const size = new ResizeObserver(() => {
      if (svg.clientWidth) svg.style.setProperty("--px", (edge + margin + 4) / svg.clientWidth);
    });
    size.observe(svg);

    function lay(turns) {
      if (turned === turns) return false;
      turned = turns;
      ground.replaceChildren(); edges.replaceChildren();
      for (const name of on.names) {
        const [x, y] = on.place(name, turns);
        const dark = how.plain || (letters.indexOf(name[0]) + Number(name.slice(1))) % 2;
        ground.append(make("rect", { x, y, width: 40, height: 40, class: dark ? "square-b" : "square-a" }));
      }
      label(turns);
      return true;
    }

    /* right and below, beside whatever of the board is outermost there */
    function label(turns) {
      const across = new Map(), down = new Map();
      for (const name of on.names) {
        const [x, y] = on.place(name, turns), isFile = turns % 2 === 0;
        const [column, row] = isFile ? [name[0], name.slice(1)] : [name.slice(1), name[0]];
        if (!across.has(x) || across.get(x)[1] < y) across.set(x, [column, y]);
        if (!down.has(y) || down.get(y)[1] < x) down.set(y, [row, x]);
      }
      // in a corner files and ranks would meet: those of the arms below are left out
      for (const [x, [text, y]] of across) if (y === edge - 40) edges.append(make("text", { x: x + 20, y: y + 40 + margin * 0.72, class: "edge" }, text));
      for (const [y, [text, x]] of down) edges.append(make("text", { x: x + 44, y: y + 20, dy: ".35em", class: "edge at-side" }, text));
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
      marks.replaceChildren(); over.replaceChildren();
      for (const name of look.last || []) {
        if (on.names.includes(name)) marks.append(rect(name, "last"));
      }
      for (const line of look.lines || []) {
        const [x1, y1] = on.place(line[0], turned), [x2, y2] = on.place(line[line.length - 1], turned);
        if (line.length === 4 && Math.abs(x1 - x2) === 40 && Math.abs(y1 - y2) === 40) {
          over.append(make("rect", { x: Math.min(x1, x2) + 3, y: Math.min(y1, y2) + 3, width: 74, height: 74, rx: 8, class: "won" }));
        } else over.append(make("line", { x1: x1 + 20, y1: y1 + 20, x2: x2 + 20, y2: y2 + 20, class: "won" }));
      }
    }
    const rect = (name, kind) => {
      const [x, y] = on.place(name, turned);
      return make("rect", { x, y, width: 40, height: 40, class: kind });
    };

    const api = { svg, rest, over, edge, margin, lay, put, mark, at: name => on.place(name, turned), pick: null, stop: () => size.disconnect() };
    return api;
  }

  /* --- Quatro Chess */
  function chess(root) {
    const on = squares(root, cross, { name: "quatro-chess", margin: 24 });
    on.svg.append(make("path", { class: "rim", d: "M80 0h320v80h80v320h-80v80h-320v-80h-80v-320h80z" }));
    on.show = (position, look) => {
      on.lay((look.bottom || 1) - 1);
      const want = { ...position.pieces };
      for (const [name, code] of Object.entries(position.statues || {})) want[name] = `#${code}`;
      on.put(want, look.moved, code => (code[0] === "#" ? man(code[1], code[2], true) : man(code[0], code[1], false)));
      on.mark(look);
      for (const key of position.check || []) {
        const king = Object.entries(position.pieces).find(([, code]) => code === `${key[0]}K`);
        if (!king) continue;
        const [x, y] = on.at(king[0]);
        on.over.append(make("g", { class: "check" }, make("circle", { cx: x + 8, cy: y + 8, r: 7 }), make("path", { d: `M${x + 8} ${y + 4}v5M${x + 8} ${y + 11.5}v.1` })));
      }
    };
    return on;
  }

  /* --- Quarto: round or square, tall or short, full or hollow, plain or striped, as games/quarto/picture.py draws them */
  function piece(code, x, foot, scale) {
    const [dark, boxy, short, hollow] = [code[0] === "D", code[1] === "S", code[2] === "S", code[3] === "H"];
    const group = make("g", { class: `block ${dark ? "dark" : "light"}` });
    const tall = (short ? 24 : 52) * scale, wide = (boxy ? 28 : 25) * scale, flat = wide * (boxy ? 0.45 : 0.4), roof = foot - tall;
    group.append(make("path", { class: "body", d: boxy
      ? `M${x - wide} ${roof}V${foot}L${x} ${foot + flat}L${x + wide} ${foot}V${roof}Z`
      : `M${x - wide} ${roof}V${foot}A${wide} ${flat} 0 0 0 ${x + wide} ${foot}V${roof}Z` }));
    if (dark) {
      for (const part of boxy ? [-0.75, -0.5, -0.25, 0.25, 0.5, 0.75] : [-0.6, -0.2, 0.2, 0.6]) {
        const sag = boxy ? flat * (1 - Math.abs(part)) : flat * Math.sqrt(1 - part * part), at = x + part * wide;
        group.append(make("path", { class: "stripe", d: `M${at} ${roof + sag + 1}V${foot + sag - 1}` }));
      }
    }
    if (boxy) group.append(make("path", { class: "corner", d: `M${x} ${roof + flat}V${foot + flat}` }));
    group.append(boxy ? make("path", { class: "top", d: `M${x - wide} ${roof}L${x} ${roof - flat}L${x + wide} ${roof}L${x} ${roof + flat}Z` })
      : make("ellipse", { class: "top", cx: x, cy: roof, rx: wide, ry: flat }));
    if (hollow) group.append(make("ellipse", { class: "hole", cx: x, cy: roof, rx: wide * 0.45, ry: wide * 0.19 }));
    return group;
  }

  function quarto(root) {
    const on = squares(root, square, { name: "quarto", margin: 16, below: 50, plain: true });
    on.show = (position, look) => {
      on.lay(0);
      on.put(position.board, look.moved, code => piece(code, 20, code[2] === "S" ? 26 : 30, 0.42));
      on.mark(look);
      on.rest.replaceChildren();
      const top = 4 * 40 + 16;
      position.left.concat(position.given ? [position.given] : []).sort().forEach((code, number) => {
        const x = 10 + (number % 8) * 21.5, y = top + 19 + Math.floor(number / 8) * 24;
        if (code === position.given) on.rest.append(make("rect", { x: x - 10, y: y - 17, width: 20, height: 23, rx: 3, class: "given" }));
        on.rest.append(piece(code, x, y, 0.27));
      });
    };
    return on;
  }

  /* --- Quaro: a letter and a pattern for each colour, as games/quaro/picture.py draws them */
  function stone(code, x, y, radius, letter = radius) {
    const group = make("g", { class: `stone-${code}` }, make("circle", { cx: x, cy: y, r: radius }));
    const far = radius * 0.92, near = radius * 0.55;
    if ("GB".includes(code)) group.append(make("path", { d: `M${x - far} ${y}H${x - near}M${x + near} ${y}H${x + far}` }));
    if (code === "B") group.append(make("path", { d: `M${x} ${y - far}V${y - near}M${x} ${y + near}V${y + far}` }));
    if (code === "Y") group.append(make("circle", { class: "ring", cx: x, cy: y, r: radius * 0.78 }));
    group.append(make("text", { x, y, dy: ".35em", "font-size": letter }, code));
    return group;
  }

  function quaro(root) {
    const on = squares(root, small, { name: "quaro", margin: 18, plain: true });
    on.show = (position, look) => {
      on.lay(look.turns || 0);
      on.put(position.board, null, code => stone(code, 20, 20, 15, 17));
      on.mark(look);
      on.rest.replaceChildren(...(look.chance || []).map((word, place, all) => {
        const [x, y] = on.at(word.slice(1)), node = stone(word[0], x + 20, y + 20, 13, 17);
        node.classList.add("could");
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
      const at = code ? stone(code, 13 + place * 26, 13, 11, 12.5) : make("circle", { class: "gap", cx: 13 + place * 26, cy: 13, r: 10 });
      svg.append(at);
    }
    return svg;
  }

  /* --- Kwartet: cards as text, a row a seat */
  function kwartet(root) {
    const list = document.createElement("ul");
    list.className = "board-kwartet";
    list.setAttribute("role", "list");
    root.replaceChildren(list);
    const api = { svg: list, pick: null, stop: () => {} };
    const card = (text, kind) => { const node = document.createElement("span"); node.className = `card-${kind}`; node.textContent = text; return node; };
    const face = (text, look) => {
      const node = card(look.card(text), (look.last || []).includes(text) ? "face fresh" : "face");
      node.title = look.whole(text);
      return node;
    };
    api.show = (position, look) => {
      list.replaceChildren(...position.seats.map((seat, place) => {
        const row = document.createElement("li");
        row.className = look.turn === place + 1 ? "turn" : "";
        const held = document.createElement("div"), laid = document.createElement("div");
        held.className = "held"; laid.className = "laid";
        if (seat.hand && (!look.eyes || look.eyes === place + 1)) held.append(...seat.hand.map(text => face(text, look)));
        else held.append(...Array.from({ length: seat.cards }, () => card("", "back")));
        laid.append(...seat.laid.map(letter => card(`${look.quartet(letter)} ✓`, "quartet")));
        row.append((look.names && look.names(place + 1)) || "", held, laid);
        return row;
      }));
    };
    return api;
  }

  const GAMES = { "quatro-chess": chess, quarto, quaro, kwartet };
  window.viertalBoard = (element, game) => GAMES[game](element);
  window.viertalBoard.hand = hand;
  window.viertalBoard.man = man;
  window.viertalBoard.knows = game => game in GAMES;
})();
