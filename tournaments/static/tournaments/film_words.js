/* A film in words and signs: what a move is called aloud and in a list, and what stands where. The sentences come from the
   page, in the reader's language; their gaps are filled here. */
(() => {
  "use strict";
  const ORDER = "KQRBNP";
  const fill = (sentence, gaps) => sentence.replace(/%\((\w+)\)[sd]/g, (_all, name) => gaps[name] ?? "");
  const STEP = /^([a-l]\d{1,2})([a-l]\d{1,2})([qrbn]?)$/;

  window.viertalWords = (game, words, seats) => {
    const name = seat => (seats[seat - 1] ? seats[seat - 1].name || seats[seat - 1].colour : String(seat));
    const colour = key => words.colours[key] || words.colours[{ w: "white", r: "red", b: "black", g: "green" }[key]];
    const piece = code => [...code].map((letter, at) => words.attributes[at][letter]).join(", ");
    const stones = letters => [...letters].map(letter => words.stones[letter]).join(", ");

    const SAY = {
      "quatro-chess"(event, position) {
        const step = STEP.exec(event.text);
        if (!step) return [words[event.text.split(" ")[0]] || event.text, ...tail(event, position)].join("");
        const gaps = { piece: words.pieces[event.piece], origin: step[1], target: step[2] };
        let sentence = fill(event.castled ? words.castles : event.taken ? words.takes : words.moves_to, gaps);
        if (event.promoted) sentence += fill(words.becomes, { piece: words.pieces[event.promoted] });
        return sentence + tail(event, position).join("");
      },
      quarto(event) {
        if (event.verb === "give") return fill(words.give, { piece: event.what, words: piece(event.what) });
        return event.verb === "place" ? fill(words.place, { square: event.what }) : words.call;
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
        const parts = [event.card ? fill(event.hit ? words.hit : words.miss, { name: name(event.asked), card: event.card }) : event.text];
        if (event.drew.length) parts.push(words.draws_pot);
        for (const [, letter] of event.laid) parts.push(fill(words.laid, { letter }));
        return parts.join("; ");
      },
    };
    function tail(event, position) {
      const parts = [];
      if (event.out.length) parts.push(fill(words.outs, { colours: event.out.map(out => colour(out.colour)).join(", ") }));
      if (position && position.check.length) parts.push(`; ${fill(words.check, { colours: position.check.map(colour).join(", ") })}`);
      return parts;
    }

    /* as short as a score sheet has it */
    const LIST = {
      "quatro-chess"(event) {
        const step = STEP.exec(event.text), marks = (event.kinds.includes("out") ? "#" : "") + (event.kinds.includes("check") ? "+" : "");
        if (!step) return [event.text === "draw50" ? "½" : "✕", marks];
        if (event.castled) return [Math.abs(step[1].charCodeAt(0) - event.castled.charCodeAt(0)) + Math.abs(step[1].slice(1) - event.castled.slice(1)) > 3 ? "O-O-O" : "O-O", marks];
        const own = event.piece === "P" ? (event.taken ? event.from || step[1][0] : "") : event.piece + (event.from || "");
        return [`${own}${event.taken ? "×" : ""}${step[2]}${event.promoted ? `=${event.promoted}` : ""}`, marks];
      },
      quarto: event => (event.verb === "call" ? ["Quarto!", ""] : [event.verb === "give" ? `→ ${event.what}` : event.what, ""]),
      quaro: event => [event.ended ? "■" : event.placed.join(" ") || "–", event.points ? `+${event.points}` : ""],
      kwartet: event => [event.card ? `${event.card} ${event.hit ? "✓" : "–"}` : event.text, event.laid.map(([, letter]) => letter).join("")],
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
        const lines = position.seats.map((seat, place) => `${name(place + 1)}: ${fill(words.cards, { count: seat.cards })}${seat.hand && seat.hand.length ? ` (${seat.hand.join(" ")})` : ""}; ${fill(words.quartets, { quartets: seat.laid.join(" ") || "–" })}.`);
        return position.pot ? [...lines, `${fill(words.pot, { count: position.pot })}.`] : lines;
      },
    };
    const bag = position => fill(words.bag, { stones: Object.entries(position.bag).map(([letter, count]) => `${words.stones[letter]} ${count}`).join(", ") });

    return {
      fill, name, bag,
      say: (event, position) => SAY[game](event, position),
      list: event => LIST[game](event),
      stands: position => STANDS[game](position),
    };
  };
})();
