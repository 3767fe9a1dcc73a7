// Entering a game by touch: pieces and squares, cards and stones. What may be touched is the server's word; without a
// connection it is what the game's plain rules say (tap_games.js), and the entries wait (tap_queue.js).
// Without this script the page lists the legal moves. Other moves are tried by the same touches: with a `trial`, nothing is
// sent to be kept (tap_trial.js).
"use strict";
window.tapGame = (config, root) => {
  const POLL = 5000; // ms between looks where no channel tells of changes
  const { board, places, mine, trial } = config;
  const { words } = board;
  const make = window.tapElement;
  const game = window.tapGames[board.game] || {};
  const place = (position) => places.find((other) => other.position === position) || { name: "", letter: "" };
  const fill = (text, values = {}) => (text || "").replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));

  board.mine = mine;
  let state = config.state; // the server's word
  let path = []; // touches of the entry that is being made
  let asked = null; // what is asked once: { what, yes }
  let told = ""; // what the reader was told last
  let large = false;
  const turns = places.length === 2 ? [0, 2] : [0, 1, 2, 3];
  let quarter = turns[(mine[0] || 1) - 1] || 0;

  document.documentElement.classList.add("tapping");
  root.hidden = false;
  // no keyboard is put before the board
  if (matchMedia("(pointer: coarse)").matches && document.activeElement) document.activeElement.blur();
  root.dataset.game = board.game;
  const queue = (trial ? window.tapTrial : window.tapQueue)({ config, changed: () => show(), arrived, refused: problem });
  const face = window.tapBoard(board, words, touch);
  const voice = make("p", { class: "t-voice", role: "status" });
  const parts = {};
  for (const name of ["notes", "above", "turn", "board", "below", "next", "trays", "acts", "queue", "entries"]) root.append(parts[name] = make("div", { class: `t-${name}` }));
  parts.board.append(face.grid);
  // who tries other moves may draw on the board as well
  const drawing = trial && board.cells.length && window.viertalMarks(face.grid, (x, y) => {
    const cell = document.elementsFromPoint(x, y).find((one) => one.classList.contains("t-cell") && face.grid.contains(one));
    const { left, top, width, height } = cell ? cell.getBoundingClientRect() : {};
    return cell ? { x: left + width / 2, y: top + height / 2, size: width } : null;
  });
  const draws = drawing && drawing.choose(make("button", { type: "button", class: "t-button" }, words.draw));
  root.append(voice);

  // --- the position as it is shown: the server's, and on it what is not sent yet
  function position() {
    let now = state.position;
    let plies = state.plies;
    for (const item of queue.items()) {
      if (item.problem || item.after > plies) break;
      if (item.after < plies) continue; // the server has it, or something else: its answer will say
      try {
        now = game.after(now, item.text, board, item);
        plies += 1;
        if (now.hears) break;
      } catch {
        return { ...now, ways: [], acts: [], waits: true }; // what follows from it is the server's to say
      }
    }
    return now.hears && !queue.trouble() && navigator.onLine ? { ...now, hears: "", waits: true } : now;
  }

  function next(now, touches) {
    if (now.waits) return { keys: [], prompt: "wait" };
    return (game.next && game.next(now, touches, board)) || window.tapWays(now, touches);
  }

  const blocked = () => queue.items().some((item) => item.problem);

  function touch(key) {
    const now = position();
    if (blocked() || !state.game) return;
    const step = next(now, path);
    asked = null;
    if (now.hears) {
      if (step.keys.includes(key)) queue.hear(now.hears, key.slice(1));
      return;
    }
    if (step.keys.includes(key)) {
      const whole = next(now, [...path, key]);
      if (step.ask && step.ask[key]) { ask(fill(words[step.ask[key]], name(now)), words[key], () => enter(whole.done)); return; }
      path = [...path, key];
      if (whole.done) { enter(whole.done); return; }
    } else if (path.includes(key)) path = path.slice(0, path.indexOf(key));
    else if (next(now, []).keys.includes(key)) path = [key]; // another piece instead
    else path = [];
    show();
  }

  const name = (now) => ({ name: now.turn.map((seat) => place(seat).name).join(", ") });

  function enter(text) {
    const turn = game.turn && game.turn(position());
    path = [];
    asked = null;
    const waiting = queue.items().at(-1);
    queue.add(state.game, waiting ? waiting.after + 1 : state.plies, text, turn ? { turn } : {});
  }

  function ask(what, label, yes) {
    asked = { what, label, yes };
    show();
    parts.next.querySelector("button").focus();
  }

  function act(one) {
    path = [];
    if (one.kind === "call" && board.lines.length) { path = [`!${one.text}`]; asked = null; show(); return; }
    const what = fill(words[one.kind] || one.text, { name: place(one.seat).name });
    ask(fill("{what}?", { what }), fill(words.sure, { what }), () => enter(one.text));
  }

  async function undo() {
    path = [];
    if (queue.items().length) { queue.pop(); return; }
    await queue.now({ what: "back", game: state.game, after: state.plies }).then(problem);
  }

  async function handIn() {
    await queue.now({ what: "hand-in", game: state.game, after: state.plies }).then(problem);
  }

  function problem(answer) {
    if (answer && answer.problem) say(answer.problem);
    parts.notes.replaceChildren(...(answer && answer.problem ? [make("p", { class: "t-bad", role: "alert" }, answer.problem)] : []));
  }

  function arrived(fresh, kept = false) {
    if (kept && fresh.game !== state.game) return;
    if (fresh.game !== state.game && fresh.game) { location.reload(); return; }
    const before = state;
    state = fresh.game ? fresh : { ...state, game: null, done: fresh.done };
    if (before.plies !== state.plies && !queue.items().length) path = [];
    if (state.game && before.plies < state.plies && !trial) turnGlass(before);
    if (state.game && before.plies !== state.plies) typing();
    if (!kept && window.viertalKept) window.viertalKept(fresh);
    show();
  }

  // the desk's field for a typed move follows what was touched: its number, and the move that it comes after
  function typing() {
    const form = document.querySelector("form[data-card=entry]");
    const field = form && form.querySelector("#move");
    if (!field) return;
    form.dataset.result = form.elements.after.value = state.plies;
    form.querySelector("label[for=move]").textContent = form.querySelector("label[for=move]").textContent.replace(/\d+/, state.plies + 1);
    form.querySelector("datalist").replaceChildren();
    field.removeAttribute("aria-invalid");
    form.querySelector("#problem")?.remove();
  }

  // an entry turns the sand-glass of the table that is open on this phone (docs/decisions/sand-glass.md)
  function turnGlass(before) {
    const seat = (!state.over && state.position.turn[0]) || 0;
    const detail = { seat, keep: seat === before.position.turn[0], at: Date.now() };
    document.dispatchEvent(new CustomEvent("viertal:moved", { detail }));
    try { localStorage.setItem(`viertal.moved.${config.glass}`, JSON.stringify(detail)); } catch { /* it is turned by hand */ }
  }

  function say(text) {
    if (text === told) return;
    told = text;
    voice.textContent = text;
  }

  // --- what is shown
  function label(key) {
    if (words[key]) return words[key];
    if (key.startsWith("seat:")) return place(Number(key.slice(5))).name;
    return fill(board.names[key] || key);
  }

  function button(text, click, more = {}) {
    const made = make("button", { type: "button", class: "t-button", ...more }, text);
    made.addEventListener("click", click);
    return made;
  }

  function prompt(now, step) {
    if (state.over && !path.length && !queue.items().length && !now.ways.length) return fill(words.over, { points: state.over.map((points, index) => `${place(index + 1).name} ${points}`.trim()).join(", ") });
    const key = step.prompt || (game.prompt && !path.length && game.prompt(now)) || "turn";
    const values = step.values && step.values.seat ? { ...step.values, asked: place(step.values.seat).name } : step.values;
    return fill(words[key] || words.turn, { ...name(now), ...values });
  }

  function seat(one, now, marks) {
    const notes = [];
    if (now.out[one.position]) notes.push(words[`${now.out[one.position]}-note`] || words[now.out[one.position]] || words.out);
    if (now.points.length) notes.push(fill(words.points, { points: now.points[one.position - 1] }));
    if (game.notes && !now.free) notes.push(...game.notes(now, one.position, words));
    const on = now.turn.includes(one.position);
    const card = make("div", { class: `t-seat${on ? " t-on" : ""}${now.out[one.position] ? " t-out" : ""}`, "aria-current": on ? "true" : null },
      make("i", { class: `t-sign ${one.style}`, "aria-hidden": "true" }, one.letter), make("span", {}, one.name), make("small", {}, notes.join(" · ")));
    for (const part of now.trays.filter((tray) => tray.seat === one.position && tray.key.startsWith("hand"))) {
      card.append(face.tray(part, "", marks));
      card.lastChild.setAttribute("aria-label", fill(words.hand, { name: one.name }));
    }
    return card;
  }

  function seats(now, marks) {
    const own = turns.indexOf(quarter);
    const from = (steps) => places[(own + steps) % places.length];
    const order = places.length === 2 ? [[1], [0]] : places.length === 3 ? [[1, 2], [0]] : [[1, 2], [0, 3]];
    for (const [index, part] of ["above", "below"].entries()) {
      parts[part].replaceChildren(...order[index].map((steps) => seat(from(steps), now, marks)));
    }
  }

  function choices(now, step) {
    if (asked) {
      const yes = asked.yes;
      return [make("p", { class: "t-ask" }, asked.what), button(asked.label, yes, { class: "t-button t-yes" }), button(words.cancel, () => { asked = null; show(); })];
    }
    const cells = new Set(board.cells.map(([cell]) => cell));
    const items = new Set(now.trays.flatMap((tray) => tray.items.map((item) => item.key)));
    const shown = step.keys.filter((key) => !cells.has(key) && !items.has(key));
    const made = shown.map((key) => {
      const one = button(label(key), () => touch(key), { "data-key": key });
      const look = key.startsWith("=") && path.length && now.pieces[path[0]] && now.pieces[path[0]][0] + key.slice(1).toUpperCase();
      if (look && board.looks[look]) one.prepend(face.picture(look));
      return one;
    });
    // on a small screen the squares of a large board are narrow: the targets of a piece are buttons, too
    if (board.columns > 8 && path.length === 1 && step.keys.length <= 40) {
      made.push(...step.keys.filter((key) => cells.has(key)).map((key) => button(now.pieces[key] ? `${key} × ${board.names[now.pieces[key]]}` : key, () => touch(key), { "data-key": key })));
    }
    const bag = trial && step.own ? [...(step.own.bag || [])].flatMap(([look, count]) => Array(count).fill(`bag:${look}`)) : [];
    if (bag.length) made.push(button(words.random, () => draw(bag, step.values.count)));
    if (path.length) made.push(button(words.cancel, () => { path = []; show(); }));
    return made;
  }

  // nobody has a bag at hand where moves are only tried
  function draw(bag, count) {
    for (let drawn = 0; drawn < count; drawn += 1) touch(...bag.splice(Math.floor(Math.random() * bag.length), 1));
  }

  function waiting() {
    const items = queue.items();
    if (!items.length) return [];
    const broken = blocked();
    const rows = items.map((item, index) => {
      const row = make("li", {}, make("b", {}, `${state.plies + index + 1}. ${item.text}`), " ");
      if (item.problem) {
        row.append(make("span", { class: "t-bad" }, `${words.refused} ${item.problem} `));
        if (item.rules) row.append(make("a", { href: item.rules, target: "_blank", rel: "noopener" }, item.rule));
      } else row.append(broken ? words.held : words.sent);
      if (broken) row.append(button(words.drop, () => queue.drop(item.key)));
      return row;
    });
    const head = broken ? make("p", { class: "t-warn" }, words.stopped) : make("p", {}, fill(words.unsent, { count: items.length }));
    const made = [head, make("ol", { class: "t-unsent" }, ...rows)];
    if (broken) made.push(button(words.again, () => queue.again(state.game, state.plies)), button(words["drop-all"], () => queue.clear()));
    return made;
  }

  function left(tray, own) {
    const counts = own[tray.key];
    return counts ? { ...tray, items: tray.items.map((item) => ({ ...item, count: counts.get(item.look) })).filter((item) => item.count) } : tray;
  }

  function show() {
    const now = position();
    const step = blocked() || !state.game ? { keys: [] } : next(now, path);
    const marks = { lit: new Set(step.keys), path, from: path.length > 0, quarter };
    const focused = document.activeElement && root.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    // an entry that is being made is seen on the board, and is gone from the tray that it came from
    const drawn = step.pieces ? { ...now, pieces: step.pieces, trays: now.trays.map((tray) => left(tray, step.own)) } : now;
    face.grid.hidden = !board.cells.length;
    face.draw(drawn, marks);
    root.classList.toggle("t-large", large);
    root.dataset.plies = state.plies;
    root.dataset.queue = queue.items().length;
    root.dataset.path = path.join(" ");
    for (const field of document.querySelectorAll("input[name=after]")) field.value = state.plies; // of the line to type in
    if (drawing) drawing.at(`${state.plies} ${quarter}`);
    seats(drawn, marks);
    const line = state.game ? prompt(now, step) : state.done ? words.done : "";
    parts.turn.textContent = line;
    parts.next.replaceChildren(...choices(now, step));
    const loose = drawn.trays.filter((tray) => !tray.key.startsWith("hand") && tray.items.length);
    parts.trays.replaceChildren(...loose.map((tray) => face.tray(tray, words[tray.key] || tray.key, marks)));
    actions(now);
    const trouble = queue.trouble();
    const warned = trouble && (trouble !== "offline" || queue.items().length || !navigator.onLine) ? words[trouble] : "";
    parts.queue.replaceChildren(...(warned ? [make("p", { class: "t-warn" }, warned)] : []), ...waiting());
    entries();
    const last = queue.items().findLast((item) => !item.problem);
    const [newest] = state.entries || [];
    say([last ? `${last.text}, ${words.sent}` : newest ? `${place(newest[2]).name}: ${newest[3]}` : "", line].filter(Boolean).join(". "));
    if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  function actions(now) {
    const made = [];
    if (state.game && !blocked()) {
      if (state.over && !queue.items().length && !trial) made.push(button(words["hand-in"], handIn, { class: "t-button t-yes" }));
      if (state.plies || queue.items().length) made.push(button(words.undo, undo));
      const calls = now.acts.filter((one) => one.kind === "call");
      made.unshift(...calls.map((one) => button(fill(words.call, place(one.seat)), () => act(one), { class: "t-button t-call" })));
    }
    if (board.cells.length) made.push(button(words.flip, () => { quarter = turns[(turns.indexOf(quarter) + 1) % Math.min(turns.length, places.length)]; show(); }));
    if (draws) made.push(draws);
    if (board.columns > 8) made.push(button(large ? words.small : words.large, () => { large = !large; show(); }, { "aria-pressed": String(large) }));
    const others = state.game && !blocked() ? now.acts.filter((one) => one.kind !== "call") : [];
    const acts = others.map((one) => button(fill(words[one.kind] || one.text, { name: place(one.seat).name }), () => act(one), { class: "t-button t-quiet", "data-act": one.text }));
    if (acts.length > 2) {
      const open = parts.acts.querySelector("details[open]") !== null;
      const note = words["no-agreement"] ? [make("small", {}, words["no-agreement"])] : [];
      made.push(make("details", { open }, make("summary", {}, words.more), make("div", { class: "t-more" }, ...acts, ...note)));
    } else made.push(...acts);
    parts.acts.replaceChildren(...made);
  }

  function entries() {
    const rows = (state.entries || []).map(([number, text, seated, sentence, by]) => make("li", { value: number },
      make("b", {}, text), ` ${place(seated).name} ${sentence}`, trial || by === place(seated).name ? "" : make("small", {}, ` ${fill(words.by, { name: by || words.desk })}`)));
    parts.entries.replaceChildren(make("h2", {}, words.entries), rows.length ? make("ol", { reversed: true }, ...rows) : make("p", {}, words.none));
  }

  show();
  if (trial) return;

  // --- others enter, too
  let channel = null;
  function listen() {
    if (!config.live || !window.EventSource || channel || document.hidden) return;
    channel = new EventSource(config.live);
    channel.addEventListener("version", () => { if (queue.idle()) queue.look(); });
    channel.addEventListener("error", () => { channel.close(); channel = null; });
  }
  setInterval(() => {
    if (document.hidden) return;
    listen();
    if ((!channel || channel.readyState !== 1) && queue.idle()) queue.look();
  }, POLL);
  addEventListener("pagehide", () => { if (channel) channel.close(); channel = null; });
  addEventListener("online", () => queue.look());
  addEventListener("offline", () => show());
  addEventListener("beforeunload", (event) => { if (queue.items().length) event.preventDefault(); });
  listen();
  // a page that comes from this device's worker can be older than the game
  if (performance.getEntriesByType("navigation")[0]?.workerStart) queue.look();
  queue.send();
};
(() => {
  const source = document.getElementById("tap-config");
  const root = document.getElementById("tap");
  if (source && root) window.tapGame(JSON.parse(source.textContent), root);
})();
