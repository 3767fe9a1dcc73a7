/* A game on one page: its moves are fetched once, as a film (film.js), and drawn here (board.js). Without this script,
   and while the film cannot be fetched, every move is a page of its own and the links lead from one to the next. */
(() => {
  "use strict";
  const at = document.getElementById("replay");
  if (!at || !at.dataset.film) return;
  if (!window.viertalBoard || !window.viertalPieces) { document.documentElement.classList.add("unfilmed"); return; }
  const region = at.closest("[data-live]") || at;
  const state = document.documentElement.classList; // a live update gives the region's own parts their classes back
  const words = JSON.parse(at.dataset.words), seats = JSON.parse(at.dataset.seats);
  const embedded = document.documentElement.classList.contains("widget");
  const ICONS = {
    first: "M18 5l-7 7 7 7M7 5v14", back: "M15 5l-7 7 7 7", play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14", on: "M9 5l7 7-7 7",
    last: "M6 5l7 7-7 7M17 5v14", turn: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
    share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7", draw: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  };
  const SPEEDS = ["0.5", "1", "2", "4"];
  const SHOWN = 200;                  // rounds in the list at a time

  const el = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "text") node.textContent = value; else if (value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.filter(child => child !== null && child !== undefined));
    return node;
  };
  const icon = name => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [key, value] of [["viewBox", "0 0 24 24"], ["class", "ic"], ["aria-hidden", "true"], ["focusable", "false"]]) svg.setAttribute(key, value);
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
  };
  const sign = seat => el("i", { class: seats[seat - 1].style, "aria-hidden": "true", text: seats[seat - 1].letter });
  const who = seat => el("span", {}, sign(seat), " ", el("bdi", { text: tell.name(seat) }));

  let film = null, ply = 0, bottom = 1, timer = 0, eyes = 0, result = false, chance = null;
  let board, tell, ui;
  const total = () => film.plies;
  const ask = new URLSearchParams(location.search);
  const address = (number, seat = bottom) => {
    const query = new URLSearchParams((at.dataset.suffix || "").slice(1));
    if (seat > 1) query.set("seat", seat);
    return `${at.dataset.base}${number}/${String(query) ? `?${query}` : ""}`;
  };

  /* --- the page around the board */
  function build(game) {
    tell = window.viertalWords(game, words, seats, film.source.start.names);
    const button = (name, label, act, extra) => {
      const made = el("button", { type: "button", class: "step", "aria-label": label, title: label, ...extra }, ICONS[name] ? icon(name) : name);
      made.addEventListener("click", act);
      return made;
    };
    ui = {
      root: el("div", { class: `film film-${game}${seats.length === 2 ? " two" : ""}`, id: "film" }),
      stage: el("div", { class: "stage", role: "group", "aria-labelledby": "table-title" }),
      board: el("div", { class: "boardbox", role: "img", "aria-describedby": "stands" }),
      said: el("p", { class: "said", role: "status" }),
      list: el("div", { class: "plies-box", tabindex: "0", role: "region", "aria-label": words.moves }),
      stands: el("p", { id: "stands" }),
      play: button("play", words.play, () => toggle()),
      cards: seats.map((_seat, place) => el("div", { class: "seatcard", "data-seat": place + 1 })),
    };
    const speed = el("select", { "aria-label": words.speed, title: words.speed }, ...SPEEDS.map(seconds => el("option", { value: seconds, selected: seconds === "1", text: `${seconds} s` })));
    ui.speed = speed;
    ui.steps = {
      Home: button("first", words.first, () => go(0)), ArrowLeft: button("back", words.back, () => go(ply - 1)),
      ArrowRight: button("on", words.on, () => go(ply + 1)), End: button("last", words.last, () => go(total())),
    };
    const controls = el("nav", { class: "controls", "aria-label": words.controls }, ui.steps.Home, ui.steps.ArrowLeft, ui.play, ui.steps.ArrowRight, ui.steps.End,
      seats.length > 1 && game !== "kwartet" ? button("turn", words.turn, () => turn()) : null);
    ui.jumps = el("div", { class: "jumps" }, ...Object.entries(words.kinds).map(([kind, [label, short]]) => {
      const made = button(short, label, () => jump(kind), { "data-kind": kind });
      return made;
    }), speed, button("share", words.share, share));
    ui.tools = el("div", { class: "tools" });
    const inWords = el("details", { class: "words" }, el("summary", { text: words.words }), ui.stands);
    if (film.source.over) {
      ui.result = el("button", { type: "button", class: "step", text: words.result });
      ui.result.addEventListener("click", () => {
        result = true;
        draw();
        ui.said.scrollIntoView({ block: "center" });
      });
      ui.tools.append(ui.result);
    }
    if (film.source.start.hands && game === "kwartet") {
      const see = el("select", { "aria-label": words.as }, el("option", { value: "0", text: words.open }), el("option", { value: "99", text: words.spectator }),
        ...seats.map((_seat, place) => el("option", { value: place + 1, text: tell.name(place + 1) })));
      see.addEventListener("change", () => { eyes = Number(see.value); draw(); });
      ui.tools.append(see);
    }
    if (at.dataset.options) {
      const attempt = el("button", { type: "button", class: "step", text: words.attempt });
      attempt.addEventListener("click", attempted);
      ui.tools.append(attempt, ui.analyse = el("a", { class: "step", text: words.analyse }));
    }
    ui.stage.append(...ui.cards, ui.board);
    if (film.source.chances) ui.chances = el("div", { class: "chances", role: "group", "aria-label": words.chances });
    const dock = el("div", { class: "dock" }, ui.said, ui.chances || "", controls, ui.jumps);
    // the record, the game as text, the rules: as on the page without script
    const files = at.querySelector(".plain > .more");
    if (film.source.known) {
      ui.known = el("details", { class: "known" }, ui.sure = el("summary"), el("p", { text: words.how_known }), ui.where = el("div"));
    }
    ui.root.append(ui.stage, el("div", { class: "side" }, dock, ui.list, ui.tools, inWords, files && files.cloneNode(true)));
    board = window.viertalBoard(ui.board, game);
    if (board.square) {
      ui.marks = window.viertalMarks(ui.board, board.square);
      controls.append(ui.marks.choose(button("draw", words.draw, () => {})));
    }
    region.after(ui.root);
    state.add("filmed");
    swipe(ui.stage);
    fit();
    addEventListener("resize", fit);
  }

  /* the board is as large as the window allows with its controls in sight */
  function fit() {
    const top = ui.root.getBoundingClientRect().top + scrollY;
    const wide = matchMedia("(min-width: 60rem)").matches, bar = document.querySelector("nav.tabs");
    const foot = !wide && bar && getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
    // below the board where there is room, otherwise below what steps through the game
    if (ui.known && (!ui.known.isConnected || wide !== ui.stage.contains(ui.known))) { if (wide) ui.stage.append(ui.known); else ui.root.querySelector(".dock").after(ui.known); }
    const cards = ui.stage.offsetHeight - ui.board.offsetHeight, dock = ui.root.querySelector(".dock").offsetHeight;
    const around = wide ? 20 + (film.source.game === "quarto" ? cards : 0) : cards + dock + foot + 14;
    ui.root.style.setProperty("--fit", `${Math.max(230, Math.min(innerHeight, 1400) - top - around)}px`);
  }

  /* --- seats round the board: the bottom one first, then clockwise */
  const CORNERS = { 2: ["sw", "nw"], 3: ["sw", "nw", "ne"], 4: ["sw", "nw", "ne", "se"] };
  function places() {
    const count = seats.length, corners = CORNERS[count] || [];
    ui.cards.forEach((card, place) => {
      const step = (place + count - (bottom - 1)) % count;
      card.dataset.at = corners[step] || "";
    });
  }

  function card(seat, position, turns) {
    const node = ui.cards[seat - 1], game = film.source.game;
    const fallen = game === "quatro-chess" && position.out.findIndex(out => out.seat === seat);
    const out = fallen !== false && fallen >= 0 ? position.out[fallen] : null;
    const ended = ply === total() && film.source.over;
    let points = "";
    if (ended) points = film.source.over.points[seat - 1];
    else if (out) points = out.points;
    else if (game === "quaro") points = String(position.points[seat - 1]);
    const parts = [sign(seat), el("span", { class: "v", text: `${seats[seat - 1].label} ` }), el("b", {}, el("bdi", { text: tell.name(seat) }))];
    if (points !== "") parts.push(el("span", { class: "pt" }, el("span", { class: "v", text: `${words.points}: ` }), fraction(points)));
    const note = el("span", { class: "took" });
    if (game === "quatro-chess") {
      const took = position.took[seat - 1], kinds = [..."QRBNP"].filter(kind => took[kind]);
      if (kinds.length) {
        note.append(el("span", { "aria-hidden": "true", text: `× ${kinds.map(kind => `${tell.figurine(kind)}${took[kind] > 1 ? took[kind] : ""}`).join(" ")}` }),
          el("span", { class: "v", text: tell.fill(words.taken, { pieces: kinds.map(kind => `${words.pieces[kind]} ${took[kind]}`).join(", ") }) }));
      }
      if (out) note.append(" ", el("strong", { text: tell.fill(words.out_place, { place: 4 - fallen, reason: words.reasons[out.reason] }) }));
    }
    if (game === "quaro") note.append(window.viertalBoard.hand(position.hands[seat - 1]));
    if (turns.includes(seat)) note.append(" ", el("strong", { class: "turn-note", text: words.on_turn }));
    node.className = `seatcard${turns.includes(seat) ? " turn" : ""}${out ? " gone" : ""}`;
    node.replaceChildren(...parts, note);
  }
  /* points as people write them: 7/2 is 3½ */
  const value = text => { const [up, down = 1] = String(text).split("/"); return up / down; };
  function fraction(text) {
    const [over, under] = String(text).split("/").map(Number);
    if (!under) return String(text);
    const whole = Math.floor(over / under), rest = `${over - whole * under}/${under}`;
    return (whole || "") + ({ "1/2": "½", "1/3": "⅓", "2/3": "⅔" }[rest] || ` ${rest}`);
  }

  /* --- showing a ply */
  function go(number, keep) {
    if (!keep) stop();
    ply = Math.max(0, Math.min(number, total()));
    draw();
    if (!embedded) history.replaceState(null, "", address(ply));
  }

  function draw() {
    const position = film.at(ply), event = film.entry(ply), turns = film.turn(ply), game = film.source.game;
    const before = ui.shown || 0;
    const look = { bottom, last: event ? event.last : [], turns: 0 };
    if (event && Math.abs(ply - before) === 1 && event.moved) {
      look.moved = ply > before ? event.moved : undefined;
    }
    if (game === "quaro") { look.turns = quarter(); look.lines = event ? event.rows : []; look.chance = could(turns); }
    if (game === "quarto" && ply === total() && film.source.over) look.lines = film.source.over.lines;
    if (game === "kwartet") {
      look.turn = turns[0];
      look.eyes = eyes;
      look.names = seat => ui.cards[seat - 1];
      look.quartet = tell.quartet;
      look.card = tell.card;
      look.whole = tell.whole;
      if (event && event.hit && ply === before + 1) look.way = { card: event.card, from: event.asked, to: event.seat };
    }
    if (ui.known) couldKnow(position);
    ui.shown = ply;
    board.show(position, look);
    if (ui.marks) ui.marks.at(`${ply} ${bottom}`);
    ui.board.setAttribute("aria-label", tell.fill(words.after, { ply }));
    seats.forEach((_seat, place) => card(place + 1, position, turns));
    places();
    said(position, event, turns);
    ui.stands.replaceChildren(...tell.stands(position).flatMap(line => [line, el("br")]));
    ui.steps.Home.disabled = ui.steps.ArrowLeft.disabled = ply === 0;
    ui.steps.End.disabled = ui.steps.ArrowRight.disabled = ply === total();
    if (ui.result) ui.result.hidden = result || ply === total();
    if (ui.analyse) ui.analyse.href = `${at.dataset.base}${ply}/analysis/`;
    rows();
  }
  const quarter = () => ({ 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3] }[seats.length] || [0])[bottom - 1] || 0;

  function said(position, event, turns) {
    const parts = [el("b", { class: "at", text: tell.fill(words.at, { ply, plies: total() }) }), " "];
    if (event) parts.push(who(event.seat), `: ${tell.say(event)}. `); else parts.push(`${words.start}. `);
    const { over } = film.source;
    if (over && (result || ply === total())) parts.push(tell.fill(words.over, { points: over.points.map((points, place) => [points, place])
      .sort(([one], [other]) => value(other) - value(one)).map(([points, place]) => `${tell.name(place + 1)} ${fraction(points)}`).join(", ") }));
    else if (turns.length) parts.push(...gap(words.to_move, turns.map(who)));
    else parts.push("");
    ui.said.setAttribute("aria-live", timer ? "off" : "polite");
    ui.said.replaceChildren(...parts);
  }
  /* Quaro: what each could score in one turn, in a line; the stones of one of them are returned, for the board. They are
     those of the player on turn, unless somebody asked for another's (until the next move), or for none (0). */
  function could(turns) {
    const list = film.chances(ply);
    const marked = chance && chance.seat && chance.ply !== ply ? null : chance;
    const seat = marked ? marked.seat : turns[0];
    const focused = ui.chances.contains(document.activeElement) && document.activeElement.dataset.seat;
    ui.chances.hidden = !list.length;
    ui.chances.replaceChildren(el("span", { text: `${words.chances}:` }), ...list.map((could, place) => {
      const label = tell.chance(place + 1, could), shown = place + 1 === seat;
      const made = el("button", { type: "button", class: "step", "data-seat": place + 1, "aria-pressed": String(shown), "aria-label": label, title: label }, sign(place + 1), ` ${could.points}`);
      made.addEventListener("click", () => { chance = shown ? { seat: 0 } : place + 1 === turns[0] ? null : { seat: place + 1, ply }; draw(); });
      return made;
    }));
    if (focused) ui.chances.querySelector(`[data-seat="${focused}"]`)?.focus();
    return (list[seat - 1] || { stones: [] }).stones;
  }
  /* Kwartet: where each card can be, for all who listened or for the player through whose eyes one looks */
  function couldKnow(position) {
    const player = eyes < 99 ? eyes : 0, known = film.known(ply, player);
    const others = player ? [] : seats.map((_seat, place) => film.known(ply, place + 1));
    const open = position.seats.flatMap(seat => seat.hand).length + position.pot;
    let sure = 0;
    const cell = code => {
      const { places, since } = known[code], certain = places.length === 1;
      const holder = position.seats.findIndex(seat => seat.hand.includes(code)) + 1;
      const some = certain ? [] : seats.map((_seat, place) => place + 1).filter(seat => seat !== holder && others[seat - 1] && others[seat - 1][code].places.length === 1);
      if (certain) sure += 1;
      return el("li", { class: `${certain ? "sure" : ""}${certain && since && since === ply ? " fresh" : ""}` }, el("b", { text: tell.card(code), title: tell.whole(code) }), " ",
        el("span", { class: "where" }, ...places.map(seat => (seat ? sign(seat) : el("span", { text: words.in_pot }))), el("span", { class: "v", text: places.map(seat => (seat ? tell.name(seat) : words.in_pot)).join(", ") })),
        certain && since ? el("small", { text: tell.fill(words.since, { ply: since }) }) : null,
        some.length ? el("small", {}, ...gap(words.some_know, [el("span", { class: "where" }, ...some.flatMap(seat => [sign(seat), el("span", { class: "v", text: `${tell.name(seat)} ` })]))])) : null);
    };
    const laid = position.seats.flatMap((seat, place) => seat.laid.map(letter => [letter, place + 1]));
    const letters = [...new Set(Object.keys(known).map(code => code[0]))].filter(letter => !laid.some(([other]) => other === letter));
    ui.where.replaceChildren(...letters.map(letter => el("section", {}, el("h4", { text: tell.quartet(letter) }), el("ul", { role: "list" }, ...[1, 2, 3, 4].map(number => cell(letter + number))))),
      ...laid.map(([letter, seat]) => el("p", {}, `${tell.quartet(letter)} ✓ `, who(seat))));
    ui.sure.textContent = `${player ? tell.fill(words.player_knows, { player: tell.name(player) }) : words.all_know}: ${tell.fill(words.sure, { sure, cards: open })}`;
  }
  function gap(sentence, nodes) {
    const [first, last] = sentence.split("%(who)s");
    return [first, ...nodes.flatMap((node, place) => (place ? ["; ", node] : [node])), last];
  }

  /* --- the list: a row a round, a column a seat */
  let grouped = null;
  function group() {
    grouped = [];
    const chained = film.source.game === "quarto";
    film.who.forEach((seat, place) => {
      const before = place ? film.who[place - 1] : 99;
      const row = seat > before || (chained && seat === before && !film.entries[place].startsWith("call")) ? grouped[grouped.length - 1] : grouped[grouped.push(new Map()) - 1];
      row.set(seat, [...(row.get(seat) || []), place + 1]);
    });
  }
  function rows() {
    if (film.source.game === "kwartet") return lines();
    const same = ui.drawn === film;
    if (!grouped || !same) group();
    const here = Math.max(0, grouped.findIndex(row => [...row.values()].some(numbers => numbers.includes(Math.max(ply, 1)))));
    const first = Math.max(0, Math.min(here - SHOWN / 2, grouped.length - SHOWN));
    if (!same || ui.first !== first || ui.count !== total()) {
      ui.drawn = film; ui.first = first; ui.count = total();
      const head = el("tr", {}, el("th", { scope: "col" }, el("span", { class: "v", text: words.round })), ...seats.map((seat, place) => el("th", { scope: "col" }, sign(place + 1), " ", el("span", { class: "colour", text: seat.colour }))));
      const gone = new Set((film.at(total()).out || []).map(out => out.seat));
      const body = grouped.slice(first, first + SHOWN).map((row, place) => el("tr", {}, el("th", { scope: "row", text: String(first + place + 1) }),
        ...seats.map((_seat, column) => (first + place && gone.has(column + 1) && !row.has(column + 1) ? el("td", { class: "gone", text: "–" })
          : el("td", {}, ...(row.get(column + 1) || []).map(entry))))));
      ui.list.replaceChildren(el("table", { class: "plies" }, el("thead", {}, head), el("tbody", {}, ...body)));
    }
    current();
  }
  function lines() {
    const first = Math.max(0, Math.min(ply - SHOWN / 2, total() - SHOWN));
    if (ui.drawn !== film || ui.first !== first || ui.count !== total()) {
      ui.drawn = film; ui.first = first; ui.count = total();
      ui.list.replaceChildren(el("ol", { class: "asked", start: first + 1 }, ...film.who.slice(first, first + SHOWN).map((seat, place) => {
        const number = first + place + 1, link = entry(number);
        link.replaceChildren(sign(seat), " ", el("bdi", { text: tell.name(seat) }), ` ${tell.say(film.entry(number))}`);
        return el("li", {}, link);
      })));
    }
    current();
  }
  function entry(number) {
    const event = film.entry(number), [text, marks, figurine] = tell.list(event);
    const link = el("a", { href: address(number, 1), "data-ply": number, "aria-label": `${number}. ${tell.name(event.seat)}: ${tell.say(event)}` }, figurine ? el("span", { class: "figurine", text: figurine }) : null, text, marks ? el("em", { text: marks }) : "");
    if (event.kinds.includes("out") || event.kinds.includes("quartet")) link.classList.add("big");
    return link;
  }
  function current() {
    const old = ui.list.querySelector("[aria-current]"), link = ui.list.querySelector(`[data-ply="${ply}"]`);
    if (old) old.removeAttribute("aria-current");
    if (!link) { if (!ply) ui.list.scrollTop = 0; return; }
    link.setAttribute("aria-current", "step");
    const box = ui.list.getBoundingClientRect(), own = link.getBoundingClientRect();
    if (own.top < box.top + 36 || own.bottom > box.bottom) ui.list.scrollTop += own.top - box.top - box.height / 2;
  }

  /* --- moving about */
  function jump(kind) {
    for (let step = 1; step <= total(); step += 1) {
      const number = (ply + step - 1) % total() + 1;
      if (film.entry(number).kinds.includes(kind)) { go(number); return; }
    }
  }
  function turn() {
    bottom = bottom % seats.length + 1;
    draw();
    if (!embedded) history.replaceState(null, "", address(ply));
  }
  function stop() { clearTimeout(timer); timer = 0; dress(); }
  function dress() {
    ui.play.replaceChildren(icon(timer ? "pause" : "play"));
    for (const name of ["aria-label", "title"]) ui.play.setAttribute(name, timer ? words.pause : words.play);
  }
  function next() {
    timer = setTimeout(() => {
      if (ply >= total()) { stop(); draw(); return; }
      go(ply + 1, true);
      next();
    }, Number(ui.speed.value) * 1000);
    dress();
  }
  function toggle() {
    if (timer) { stop(); draw(); return; }
    if (ply >= total()) go(0);
    next();
  }
  function swipe(stage) {
    let from = null;
    stage.addEventListener("touchstart", event => { from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, { passive: true });
    stage.addEventListener("touchend", event => {
      if (!from) return;
      const across = event.changedTouches[0].clientX - from[0], down = event.changedTouches[0].clientY - from[1];
      from = null;
      if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) go(ply + (across < 0 ? 1 : -1));
    });
  }
  document.addEventListener("keydown", event => {
    if (!film || ui.root.hidden || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, summary, dialog")) return;
    const go_to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: total() }[event.key];
    if (go_to !== undefined) { event.preventDefault(); go(go_to); }
    else if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); toggle(); }
    else if (event.key === "f") turn();
  });
  document.addEventListener("click", event => {
    const link = event.target.closest && event.target.closest("#film a[data-ply]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(Number(link.dataset.ply));
  });

  /* --- other moves than those that were played: in the place of the film, until one comes back (tap_trial.js) */
  const options = () => window.viertalAnswer(at.dataset.options.replace("{ply}", ply));
  async function attempted() {
    stop();
    const [from, note] = [ply, ui.tools.querySelector(".note")];
    if (note) note.remove();
    let told;
    try { told = await options(); } catch { ui.tools.append(el("strong", { class: "note", role: "alert", text: words.offline })); return; }
    const analyse = el("a", { class: "step", text: words.analyse });
    const button = (text, act) => { const made = el("button", { type: "button", class: "step", text }); made.addEventListener("click", act); return made; };
    const bar = el("div", { class: "other", tabindex: "-1", role: "group", "aria-label": words.attempt }, el("span", { text: tell.fill(words.variation, { ply: from }) }),
      el("div", {}, button(words.return, () => { trial.remove(); ui.root.hidden = false; fit(); draw(); }), analyse, button(words.share, () => window.viertalShare(words, window.viertalLines(words, here)))));
    const root = el("div", { class: "tap" }), trial = el("div", { class: "trying" }, bar, root);
    let here = told.state.at;
    const moved = position => { here = position; analyse.href = `/analysis/${position}/?back=${at.dataset.base}${from}/${location.search.replace("?", "&")}`; };
    moved(here);
    ui.root.hidden = true;
    ui.root.after(trial);
    const places = seats.map((seat, place) => ({ ...seat, position: place + 1, name: tell.name(place + 1) }));
    window.tapGame({ ...told, places, mine: [bottom], trial: { from, moved, offline: words.offline } }, root);
    // the button stands far below the board that is to be touched
    trial.scrollIntoView({ behavior: "instant", block: "start" });
    bar.focus({ preventScroll: true });
  }

  async function share() {
    const origin = location.origin, lines = [[words.address, origin + address(ply)], [words.picture, `${origin}${at.dataset.base}${ply}/picture.png`]];
    if (at.dataset.embed) lines.push([words.embed, `<iframe src="${origin}${at.dataset.embed}#ply-${ply}" width="420" height="720" title="${document.title.replace(/"/g, "")}"></iframe>`]);
    if (at.dataset.options) await options().then(({ state: { at: text } }) => lines.push([words.text, text]), () => {});
    window.viertalShare(words, lines);
  }

  /* --- the film comes, and comes again while the game goes on */
  async function load() {
    const answer = await fetch(at.dataset.film, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return window.viertalFilm(await answer.json());
  }
  async function begin() {
    try { film = await load(); } catch { state.add("unfilmed"); return; }
    if (!window.viertalBoard.knows(film.source.game)) { state.add("unfilmed"); return; }
    const seat = Number(ask.get("seat") || /\/seat\/(\d+)\//.exec(location.pathname)?.[1] || 1);
    bottom = seat >= 1 && seat <= seats.length ? seat : 1;
    build(film.source.game);
    const named = /^#ply-(\d{1,5})$/.exec(location.hash);
    ply = Math.min(named ? Number(named[1]) : Number(at.dataset.ply), total());
    draw();
    fit();
    if (document.readyState !== "complete") addEventListener("load", fit, { once: true }); // what comes late takes room
  }
  document.addEventListener("viertal:updated", async () => {
    if (!film || (!film.source.live && Number(at.dataset.plies) === film.plies)) return;
    const followed = ply === film.plies;
    try { film = await load(); } catch { return; }
    grouped = null;
    ply = followed ? film.plies : Math.min(ply, film.plies);
    draw();
  });
  addEventListener("hashchange", () => {
    const named = /^#ply-(\d{1,5})$/.exec(location.hash);
    if (film && named) go(Number(named[1]));
  });
  begin();
})();
