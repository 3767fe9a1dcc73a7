// What each game needs of its own on the page that enters it by touch: the picture after an entry that is not sent yet,
// by plain rules (the server proves each entry), and ways of touches that are longer than a list.
//
// A game is { after(position, text, board, item) → position, next(position, path, board) → step, turn(position) }; each may
// be missing. A step is { keys, done, prompt, values, ask }: the touches that can follow, and the entry if the path is
// complete. A position that `hears` asks for what somebody answered at the table; `turn` is sent with an entry, so that it
// is not taken for another player's.
"use strict";
(() => {
  const games = (window.tapGames = {});
  // the touches that can follow a path, and its entry if it is whole
  window.tapWays = (now, touches) => {
    const ways = now.ways.filter((way) => touches.every((key, index) => way[index + 1] === key));
    const whole = ways.find((way) => way.length === touches.length + 1);
    return { keys: [...new Set(ways.map((way) => way[touches.length + 1]).filter(Boolean))], done: whole ? whole[0] : "" };
  };

  const clone = (position) => structuredClone(position);
  const tray = (position, key) => position.trays.find((other) => other.key === key);

  // --- Quarto: give, place, give; the line of a call is shown
  games.quarto = {
    after(position, text, board) {
      const now = clone(position);
      const [verb, what] = text.split(" ");
      const left = tray(now, "left"), given = tray(now, "given");
      if (verb === "call") return { ...now, ways: [], acts: [], turn: [] };
      if (verb === "give") {
        left.items = left.items.filter((item) => item.look !== what);
        given.items = [{ key: `given:${what}`, look: what, count: 1 }];
        now.turn = given.seat = 3 - position.turn[0];
        now.turn = [given.seat];
        now.ways = board.cells.filter(([cell]) => !now.pieces[cell]).map(([cell]) => [`place ${cell}`, cell]);
      } else {
        now.pieces[what] = given.items[0].look;
        given.items = [];
        given.seat = 0;
        now.last = [what];
        now.ways = left.items.map((item) => [`give ${item.look}`, item.key]);
        if (!left.items.length) now.turn = [];
      }
      const callers = left.items.length || given.items.length ? now.turn : [1, 2];
      now.acts = now.more.calls && Object.keys(now.pieces).length > 3 ? callers.map((seat) => ({ kind: "call", text: `call ${seat}`, seat })) : [];
      return now;
    },
    next(position, path, board) {
      if (!path.length || !path[0].startsWith("!call")) return null;
      const shown = path.slice(1);
      if (shown.length === 4) return { keys: [], done: [path[0].slice(1), ...shown].join(" ") };
      const lines = board.lines.filter((line) => shown.every((cell) => line.includes(cell)) && line.every((cell) => position.pieces[cell]));
      const keys = [...new Set(lines.flat())].filter((cell) => !shown.includes(cell));
      return { keys, prompt: "line", values: {} };
    },
    prompt: (position) => (tray(position, "given").items.length ? "place" : "give"),
  };

  // --- Quaro: stones while they score, then the draw; forgetting it is an act of its own
  const scored = (pieces, cell, board) => board.lines.filter((line) => line.includes(cell)
    && new Set(line.map((other) => pieces[other])).size === 4 && line.every((other) => pieces[other])).length;
  const hand = (position) => tray(position, `hand${position.turn[0]}`);
  const size = (items) => items.reduce((sum, item) => sum + item.count, 0);

  // what a way of touches has done so far
  function quaroTurn(position, path, board) {
    const pieces = { ...position.pieces };
    const own = new Map(hand(position).items.map((item) => [item.look, item.count]));
    const bag = new Map(tray(position, "bag").items.map((item) => [item.look, item.count]));
    const turn = { stones: [], drawn: [], pieces, own, bag, points: 0, stone: "", drawing: !size(hand(position).items), forgot: false };
    for (const key of path) {
      if (key === "=draw" || key === "=pass") turn.drawing = true;
      else if (key === "=forgot") turn.forgot = true;
      else if (key.startsWith("hand:")) turn.stone = key.slice(5);
      else if (key.startsWith("bag:")) {
        turn.drawn.push(key.slice(4));
        bag.set(key.slice(4), bag.get(key.slice(4)) - 1);
      } else {
        pieces[key] = turn.stone;
        own.set(turn.stone, own.get(turn.stone) - 1);
        turn.stones.push(turn.stone + key);
        const points = scored(pieces, key, board);
        turn.points += points;
        turn.stone = "";
        turn.drawing = !points || ![...own.values()].some(Boolean) || board.cells.every(([cell]) => pieces[cell]);
      }
    }
    turn.held = [...own.values()].reduce((sum, count) => sum + count, 0);
    turn.wanted = Math.min(4 - turn.held, size(tray(position, "bag").items));
    return turn;
  }

  games.quaro = {
    next(position, path, board) {
      if (!position.turn.length) return { keys: [] };
      const turn = quaroTurn(position, path, board);
      const placed = turn.stones.join(" ") || "-";
      const empty = board.cells.map(([cell]) => cell).filter((cell) => !turn.pieces[cell]);
      const own = { [`hand${position.turn[0]}`]: turn.own };
      const held = [...turn.own].filter(([, count]) => count).map(([look]) => `hand:${look}`);
      if (turn.stone) return { keys: empty, prompt: "square", pieces: turn.pieces, own };
      if (!turn.drawing && !turn.stones.length) return { keys: held, prompt: "place" };
      if (!turn.drawing) return { keys: [...held, "=draw"], prompt: "again-stone", values: { points: turn.points }, pieces: turn.pieces, own };
      if (turn.forgot || (!turn.wanted && turn.stones.length)) return { keys: [], done: placed };
      if (!turn.wanted) return { keys: ["=pass"], done: path.includes("=pass") ? "-" : "" };
      if (turn.drawn.length === turn.wanted) return { keys: [], done: `${placed} +${turn.drawn.join("")}` };
      const keys = [...turn.bag].filter(([, count]) => count > 0).map(([look]) => `bag:${look}`);
      if (!turn.drawn.length) keys.push("=forgot");
      return { keys, prompt: "draw", values: { count: turn.wanted - turn.drawn.length }, pieces: turn.pieces, ask: { "=forgot": "ask-forgot" }, own: { ...own, bag: turn.bag } };
    },
    after(position, text, board) {
      const now = clone(position);
      if (text === "end") return { ...now, ways: [], acts: [], turn: [] };
      const own = hand(now).items, bag = tray(now, "bag").items, seat = now.turn[0];
      now.last = [];
      for (const word of text.split(" ")) {
        if (word === "-") continue;
        if (word.startsWith("+")) {
          for (const look of word.slice(1)) {
            bag.find((item) => item.look === look).count -= 1;
            const item = own.find((other) => other.look === look);
            if (item) item.count += 1;
            else own.push({ key: `hand:${look}`, look, count: 1 });
          }
        } else {
          now.pieces[word.slice(1)] = word[0];
          own.find((item) => item.look === word[0]).count -= 1;
          now.last.push(word.slice(1));
          now.points[seat - 1] += scored(now.pieces, word.slice(1), board);
        }
      }
      for (const part of now.trays) part.items = part.items.filter((item) => item.count);
      const seats = now.points.length;
      let next = seat;
      for (let step = 0; step < seats; step += 1) {
        next = (next % seats) + 1;
        if (size(tray(now, "bag").items) || size(tray(now, `hand${next}`).items)) break;
      }
      now.turn = board.cells.every(([cell]) => now.pieces[cell]) ? [] : [next];
      for (const part of now.trays.filter((other) => other.seat)) {
        for (const item of part.items) item.key = `${part.seat === now.turn[0] ? "hand" : `held${part.seat}`}:${item.look}`;
      }
      now.acts = [];
      now.won = [];
      return now;
    },
    prompt: () => "place",
  };

  // --- Quatro Chess: without the server a piece of the colour on turn goes as its kind does; whether its king is then in
  // check, or a castling still allowed, the server proves later
  const AHEAD = { w: [0, -1], r: [1, 0], b: [0, 1], g: [-1, 0] };
  const STRAIGHT = [[1, 0], [0, 1], [-1, 0], [0, -1]], DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
  const LEAPS = DIAGONAL.flatMap(([x, y]) => [[x, 2 * y], [2 * x, y]]);
  function reach(position, board, from) {
    const at = new Map(board.cells.map(([cell, column, row]) => [`${column},${row}`, cell]));
    const [, x, y] = board.cells.find(([cell]) => cell === from);
    const { pieces } = position, [colour, kind] = pieces[from];
    const square = (dx, dy, times = 1) => at.get(`${x + dx * times},${y + dy * times}`);
    const empty = (cell) => cell && !pieces[cell];
    const prey = (cell) => pieces[cell] && pieces[cell][0] !== colour && pieces[cell][1] !== "K" && !pieces[cell].endsWith("#");
    const last = board.columns - 1;
    const rank = (key, column, row) => { const [fx, fy] = AHEAD[key]; return fx ? (fx > 0 ? column : last - column) : fy > 0 ? row : last - row; };
    const [fx, fy] = AHEAD[colour], across = [[fy, fx], [-fy, -fx]], targets = [];
    const add = (cell) => { if (empty(cell) || prey(cell)) targets.push(cell); return empty(cell); };
    if (kind === "P") {
      if (empty(square(fx, fy))) {
        targets.push(square(fx, fy));
        if (rank(colour, x, y) === 1 && empty(square(fx, fy, 2))) targets.push(square(fx, fy, 2));
      }
      for (const [ax, ay] of across) {
        const [dx, dy] = [fx + ax, fy + ay], cell = square(dx, dy);
        // a pawn that came two squares stands behind the one that it passed
        const passed = empty(cell) && Object.entries(AHEAD).some(([other, [ox, oy]]) => other !== colour
          && rank(other, x + dx, y + dy) === 2 && pieces[square(dx + ox, dy + oy)] === `${other}P`);
        if (passed || prey(cell)) targets.push(cell);
      }
    } else if (kind === "N") LEAPS.forEach(([dx, dy]) => add(square(dx, dy)));
    else if (kind === "K") {
      [...STRAIGHT, ...DIAGONAL].forEach(([dx, dy]) => add(square(dx, dy)));
      for (const [dx, dy] of rank(colour, x, y) ? [] : across) {
        let step = 1;
        while (empty(square(dx, dy, step))) step += 1;
        if (step > 2 && pieces[square(dx, dy, step)] === `${colour}R`) targets.push(square(dx, dy, 2));
      }
    } else {
      for (const [dx, dy] of [...(kind === "B" ? [] : STRAIGHT), ...(kind === "R" ? [] : DIAGONAL)]) {
        for (let step = 1; add(square(dx, dy, step)); step += 1);
      }
    }
    return targets;
  }
  games["quatro-chess"] = {
    free: true,
    next(position, path, board) {
      if (!position.free) return path.length === 2 && position.ways.some((way) => way[1] === path[0] && way[2] === path[1] && way[3]) ? { ...window.tapWays(position, path), prompt: "promote" } : null;
      const colour = board.colours[position.turn[0] - 1];
      const own = Object.keys(position.pieces).filter((cell) => position.pieces[cell][0] === colour && !position.pieces[cell].endsWith("#"));
      if (!path.length) return { keys: own.filter((cell) => reach(position, board, cell).length), prompt: "unchecked" };
      if (path.length === 1) return { keys: reach(position, board, path[0]), prompt: "unchecked" };
      const promotes = position.pieces[path[0]][1] === "P" && board.far[colour].includes(path[1]);
      if (promotes && path.length === 2) return { keys: ["=q", "=r", "=b", "=n"], prompt: "promote" };
      return { keys: [], done: path[0] + path[1] + (path[2] || "").slice(1) };
    },
    after(position, text, board) {
      const now = { ...clone(position), free: true, ways: [], check: [], last: [] };
      const seat = now.turn[0];
      const step = /^([a-l]\d+)([a-l]\d+)([qrbn]?)$/.exec(text);
      const gone = (colour, how) => {
        now.out[board.colours.indexOf(colour) + 1] = how;
        for (const [cell, look] of Object.entries(now.pieces)) if (look[0] === colour) now.pieces[cell] = `${look.slice(0, 2)}#`;
      };
      if (step) {
        const [, origin, target, promoted] = step;
        const look = now.pieces[origin];
        const at = new Map(board.cells.map(([cell, column, row]) => [cell, [column, row]]));
        const [[x1, y1], [x2, y2]] = [at.get(origin), at.get(target)];
        now.pieces[target] = promoted ? look[0] + promoted.toUpperCase() : look;
        delete now.pieces[origin];
        now.last = [origin, target];
        // castling: the rook of that side comes to the square that the king crossed
        if (look[1] === "K" && Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) === 2) {
          const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
          const name = (x, y) => board.cells.find(([, column, row]) => column === x && row === y)?.[0];
          for (let x = x2 + dx, y = y2 + dy; name(x, y); x += dx, y += dy) {
            if (now.pieces[name(x, y)] !== `${look[0]}R`) continue;
            delete now.pieces[name(x, y)];
            now.pieces[name(x2 - dx, y2 - dy)] = `${look[0]}R`;
            break;
          }
        }
      } else if (text === "resign") gone(board.colours[seat - 1], "resign");
      else if (text.startsWith("forfeit ")) gone(board.colours[board.armies.indexOf(text.slice(8))], "forfeit");
      else return { ...now, free: false, acts: [], turn: [] };
      if (step || now.out[seat]) {
        let next = seat;
        do next = (next % 4) + 1; while (now.out[next] && next !== seat);
        now.turn = [next];
      }
      now.acts = position.acts.filter((act) => act.kind === "forfeit" && !now.out[act.seat]);
      now.acts.unshift({ kind: "resign", text: "resign", seat: now.turn[0] });
      return now;
    },
  };

  // --- Kwartet: whom, which quartet, which card. What is answered the server knows; without it, whoever enters heard it.
  // What the next player holds is not on this device, so any card can be asked for, and the server proves it later.
  const quartetOf = (card) => card[0];

  // hand a card on, and lay the quartet down that is complete
  function handOver(now, asker, asked, card, laid) {
    now.more.cards[asker - 1] += 1;
    now.more.cards[asked - 1] -= 1;
    const from = tray(now, `hand${asked}`), to = tray(now, `hand${asker}`);
    if (from) from.items = from.items.filter((item) => item.look !== card);
    if (to) to.items = [...to.items, { key: `card:${card}`, look: card, count: 1 }].sort((one, other) => (one.look < other.look ? -1 : 1));
    const same = (item) => quartetOf(item.look) === quartetOf(card);
    if (!laid && !(to && to.items.filter(same).length === 4)) return;
    if (to) to.items = to.items.filter((item) => !same(item));
    now.more.cards[asker - 1] -= 4;
    now.more.laid[asker - 1] += quartetOf(card);
    now.points[asker - 1] += 1;
  }

  games.kwartet = {
    next(position, path) {
      if (position.hears) return { keys: ["=yes", ...(tray(position, `hand${position.turn[0]}`) ? [] : ["=laid"]), "=no"], prompt: "heard", values: position.values };
      const step = window.tapWays(position, path);
      const prompt = position.more.choosing ? "pot" : ["ask", "which", "card"][path.length];
      if (position.ways.length) return step.keys.length ? { ...step, prompt } : step;
      if (!position.turn.length) return { keys: [] };
      if (position.more.choosing) return path.length ? { keys: [], done: path[0] } : { keys: ["draw", "pass"], prompt };
      const { cards, laid, quartets } = position.more;
      const own = tray(position, `hand${position.turn[0]}`);
      if (!path.length) return { keys: cards.map((count, index) => (count && index + 1 !== position.turn[0] ? `seat:${index + 1}` : "")).filter(Boolean), prompt };
      const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(0, quartets).filter((letter) => !laid.join("").includes(letter));
      if (path.length === 1) return { keys: letters.filter((letter) => !own || own.items.some((item) => quartetOf(item.look) === letter)).map((letter) => `quartet:${letter}`), prompt };
      if (path.length === 2) return { keys: [1, 2, 3, 4].map((number) => path[1].slice(8) + number), prompt };
      return { keys: [], done: `${path[0].slice(5)}>${path[2]}` };
    },
    after(position, text, board, item) {
      const now = { ...clone(position), ways: [], acts: [] };
      const asker = now.turn[0], other = 3 - asker, pot = () => { now.more.cards[asker - 1] += 1; now.more.pot -= 1; };
      if (text === "draw" || text === "pass") {
        if (text === "draw") pot();
        now.more.choosing = false;
        now.turn = [other];
        return now;
      }
      const [asked, card] = [Number(text[0]), text.slice(2)];
      if (!item.heard) return { ...now, hears: item.key, values: { seat: asked, card } };
      if (item.heard !== "no") handOver(now, asker, asked, card, item.heard === "laid");
      else if (now.more.pot && now.more.may_leave) now.more.choosing = true;
      else {
        if (now.more.pot) pot();
        now.turn = [asked];
      }
      // whoever laid their last cards down gives the turn on
      const held = (seat) => now.more.cards[seat - 1] > 0;
      const seats = now.more.cards.map((_, step) => ((now.turn[0] - 1 + step) % now.more.cards.length) + 1);
      if (!held(now.turn[0]) && now.more.pot) throw new Error("a card of the pot that nobody here saw");
      if (!held(now.turn[0])) now.turn = now.more.to_asked && held(asked) ? [asked] : seats.filter(held).slice(0, 1);
      // one's own hand stays; the hand of whoever was on turn is not left open at the desk
      now.trays = now.trays.filter((part) => board.mine.includes(part.seat) || part.seat === now.turn[0]);
      return now;
    },
    turn: (position) => position.turn[0], // a question does not tell who asks, so the entry does
    notes: (position, seat, words) => [(words.held || "").replace("{cards}", position.more.cards[seat - 1])],
  };
})();
