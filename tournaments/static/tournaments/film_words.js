/* A film in words and signs: what a move is called aloud and in a list, and what stands where. The sentences and the
   letters of the pieces come from the page, in the reader's language; their gaps are filled here. A test holds what is
   said to `move_words.py`, and what is listed to the text of the game. */
(() => {
  "use strict";
  const ORDER = "KQRBNP";
  const fill = (sentence, gaps) => sentence.replace(/%\((\w+)\)[sd]/g, (_all, name) => gaps[name] ?? "");
  const STEP = /^([a-l]\d{1,2})([a-l]\d{1,2})([qrbn]?)$/;

  const FIGURINES = { K: "♚\uFE0E", Q: "♛\uFE0E", R: "♜\uFE0E", B: "♝\uFE0E", N: "♞\uFE0E" }; // letters, no emoji
  const MARKS = { mate: "#", stalemate: "=", resign: "", forfeit: "" };
  const ACTS = { resign: "✕", forfeit: "⊘", draw50: "½" };

  /* decks: the names of a deck's quartets and cards by letter, where it has some */
  window.viertalWords = (game, words, seats, decks = {}) => {
    const name = seat => (seats[seat - 1] ? seats[seat - 1].name || seats[seat - 1].colour : String(seat));
    const colour = key => words.colours[key] || words.colours[{ w: "white", r: "red", b: "black", g: "green" }[key]];
    const piece = code => [...code].map((letter, at) => words.attributes[at][letter]).join(", ");
    const quartet = letter => (decks[letter] || [letter])[0];
    const card = code => (decks[code[0]] ? decks[code[0]][code[1]] : code); // in its set
    const whole = code => (decks[code[0]] ? `${quartet(code[0])}: ${card(code)}` : code);
    const stones = letters => [...letters].map(letter => words.stones[letter]).join(", ");

    const SAY = {
      "quatro-chess"(event) {
        const step = STEP.exec(event.text);
        if (!step) return [words[event.text.split(" ")[0]] || event.text, ...tail(event)].join("");
        const gaps = { piece: words.pieces[event.piece], origin: step[1], target: step[2] };
        let sentence = fill(event.castled ? words.castles : event.taken ? words.takes : words.moves_to, gaps);
        if (event.promoted) sentence += fill(words.becomes, { piece: words.pieces[event.promoted] });
        return sentence + tail(event).join("");
      },
      quarto(event) {
        if (event.verb === "give") return fill(words.give, { piece: event.what, words: piece(event.what) });
        if (event.verb === "place") return fill(words.place, { square: event.what });
        const line = event.text.split(" ").slice(2).join(" ");
        return line ? fill(words.call_line, { squares: line }) : words.call;
      },
      quaro(event) {
        if (event.ended) return words.ends;
        const parts = event.placed.map(word => fill(words.stone, { stone: words.stones[word[0]], square: word.slice(1) }));
        if (!parts.length) parts.push(words.nothing);
        if (event.drawn) parts.push(fill(words.draws, { stones: stones(event.drawn) }));
        if (event.points) parts.push(fill(words.scores, { points: event.points }));
        return parts.join("; ");
      },
      kwartet(event) {
        const by = (seat, does) => (seat === event.seat ? does : `${name(seat)} ${does}`);
        const parts = [];
        if (event.card) parts.push(question(event)); else if (!event.drew.length) parts.push(words.leaves_pot);
        for (const seat of event.drew) parts.push(by(seat, words.draws_pot));
        for (const [seat, letter] of event.laid) parts.push(by(seat, fill(words.laid, { letter: quartet(letter) })));
        return parts.join("; ");
      },
    };
    function question(event) {
      const [quartet, ...names] = decks[event.card[0]] || [], { name } = seats[event.asked - 1];
      const sentences = words.asks[`${quartet ? "card-" : ""}${event.hit ? "yes" : "no"}`];
      return fill(sentences[name ? 1 : 0], { name, seat: event.asked, quartet, card: names[event.card[1] - 1] || event.card });
    }
    function tail(event) {
      const parts = [];
      if (event.out.length) parts.push(fill(words.outs, { colours: event.out.map(out => colour(out.colour) + (MARKS[out.reason] ? ` (${words.reasons[out.reason]})` : "")).join(", ") }));
      if (event.checks.length) parts.push(`; ${fill(words.check, { colours: event.checks.map(colour).join(", ") })}`);
      return parts;
    }

    /* as short as a score sheet has it: the text, the marks, and the figurine of the piece */
    const letter = code => words.letters[code];
    const LIST = {
      "quatro-chess"(event) {
        const step = STEP.exec(event.text), reasons = new Set(event.out.map(out => MARKS[out.reason]));
        const marks = [...reasons].join("") + (event.checks.length && !reasons.has("#") ? "+" : "");
        if (!step) return [ACTS[event.text.split(" ")[0]], marks];
        if (event.castled) return [Math.abs(step[1].charCodeAt(0) - event.castled.charCodeAt(0)) + Math.abs(step[1].slice(1) - event.castled.slice(1)) > 3 ? "O-O-O" : "O-O", marks];
        const own = event.piece === "P" ? (event.taken ? event.from || step[1][0] : "") : letter(event.piece) + (event.from || "");
        return [`${own}${event.taken ? "×" : ""}${step[2]}${event.promoted ? `=${letter(event.promoted)}` : ""}`, marks, FIGURINES[event.piece]];
      },
      quarto: event => (event.verb === "call" ? ["Quarto!", ""] : [event.verb === "give" ? `→ ${event.what}` : event.what, ""]),
      quaro: event => [event.ended ? "■" : event.placed.join(" ") || "–", event.points ? `+${event.points}` : ""],
      kwartet: event => [SAY.kwartet(event), ""],
    };

    /* the whole position, line by line */
    const STANDS = {
      "quatro-chess"(position) {
        const lines = [];
        const army = (from, key) => [...ORDER].map(kind => {
          const squares = Object.entries(from).filter(([, code]) => code === key[0] + kind).map(([square]) => square).sort();
          return squares.length ? `${words.pieces[kind]} ${squares.join(", ")}` : "";
        }).filter(Boolean).join("; ");
        for (const key of ["white", "red", "black", "green"]) {
          const men = army(position.pieces, key), stone = army(position.statues, key);
          if (men) lines.push(`${colour(key)}: ${men}.`);
          if (stone) lines.push(`${fill(words.statues, { colour: colour(key) })}: ${stone}.`);
        }
        return lines;
      },
      quarto(position) {
        const lines = Object.entries(position.board).sort().map(([square, code]) => `${square}: ${piece(code)}.`);
        if (position.given) lines.push(`${fill(words.given, { piece: piece(position.given) })}.`);
        if (position.left.length) lines.push(`${fill(words.left, { pieces: position.left.map(piece).join("; ") })}.`);
        return lines;
      },
      quaro(position) {
        const lines = [...Object.keys(words.stones)].map(letter => {
          const squares = Object.entries(position.board).filter(([, code]) => code === letter).map(([square]) => square).sort();
          return squares.length ? `${words.stones[letter]}: ${squares.join(", ")}.` : "";
        }).filter(Boolean);
        position.hands.forEach((held, place) => lines.push(`${name(place + 1)}: ${stones(held) || "–"}; ${words.points}: ${position.points[place]}.`));
        return [...lines, `${bag(position)}.`];
      },
      kwartet(position) {
        const lines = position.seats.map((seat, place) => `${name(place + 1)}: ${fill(words.cards, { count: seat.cards })}${seat.hand && seat.hand.length ? ` (${seat.hand.map(whole).join(", ")})` : ""}; ${fill(words.quartets, { quartets: seat.laid.map(quartet).join(", ") || "–" })}.`);
        return position.pot ? [...lines, `${fill(words.pot, { count: position.pot })}.`] : lines;
      },
    };
    const bag = position => fill(words.bag, { stones: Object.entries(position.bag).map(([letter, count]) => `${words.stones[letter]} ${count}`).join(", ") });

    const chance = (seat, { points, stones: placed }) => fill(points ? words.chance : words.no_chance, {
      player: name(seat), points, stones: placed.map(word => fill(words.stone, { stone: words.stones[word[0]], square: word.slice(1) })).join(", "),
    });

    return {
      fill, name, bag, chance, quartet, card, whole,
      figurine: kind => FIGURINES[kind] || "♟\uFE0E",
      say: event => SAY[game](event),
      list: event => LIST[game](event),
      stands: position => STANDS[game](position),
    };
  };
})();
