/* A game as a film: positions made one from the other by the entries that tournaments/web/games/films.py writes. No rules here;
   whatever the text of a move does not say stands behind its bar.

   const film = viertalFilm(document)   film.plies · film.at(ply) → position · film.entry(ply) → what happened
   film.chances(ply) → what could be scored next   film.known(ply, eyes) → where cards can be */
(() => {
  "use strict";
  const STEP = /^([a-l]\d{1,2})([a-l]\d{1,2})([qrbn]?)$/;
  const COLOURS = ["white", "red", "black", "green"];
  const EVERY = 40;                    // a position is kept for every so many plies

  /* the start of a film, with what a script counts for itself */
  function begin(film) {
    const position = structuredClone(film.start);
    if (film.game === "quatro-chess") {
      Object.assign(position, { statues: {}, check: [], out: [], ...position, took: [{}, {}, {}, {}] });
    }
    if (film.game === "quarto") Object.assign(position, { given: null, ...position });
    if (film.game === "kwartet" && position.hands) {
      position.seats.forEach((seat, place) => { seat.hand = [...position.hands[place]]; });
    }
    return position;
  }

  /* each changes the position and says what happened: {text, seat, last, moved, kinds, …} */
  const PLAY = {
    "quatro-chess"(position, text, tokens, seat) {
      const event = { last: [], moved: {}, kinds: [], out: [], checks: [] };
      const before = position.check, own = COLOURS[seat - 1];
      const step = STEP.exec(text), took = position.took[seat - 1];
      const take = name => {
        const code = position.pieces[name];
        if (code) { took[code[1]] = (took[code[1]] || 0) + 1; event.taken = code[1]; event.kinds.push("capture"); }
      };
      if (step) {
        const [, from, to, promoted] = step, code = position.pieces[from];
        take(to);
        event.piece = code[1];
        event.promoted = promoted.toUpperCase();
        delete position.pieces[from];
        position.pieces[to] = promoted ? code[0] + promoted.toUpperCase() : code;
        event.last = [from, to];
        event.moved[to] = from;
      }
      // a rook that castles leaves its corner; any other piece that goes was taken
      const put = tokens.find(token => /=[wrbg]/.test(token)), gone = tokens.find(token => token[0] === "-");
      if (event.piece === "K" && put && gone) {
        event.castled = gone.slice(1);
        event.moved[put.split("=")[0]] = event.castled;
      }
      position.check = [];
      for (const token of tokens) {
        if (token[0] === "~") {
          const colour = token[1], reason = { m: "mate", s: "stalemate", r: "resign", f: "forfeit" }[token[2]];
          for (const [name, code] of Object.entries(position.pieces)) {
            if (code[0] !== colour) continue;
            delete position.pieces[name];
            if (code[1] !== "K") position.statues[name] = code;
          }
          position.out.push({ colour, seat: "wrbg".indexOf(colour) + 1, reason, points: token.slice(3) });
          event.out.push(position.out[position.out.length - 1]);
          event.kinds.push("out");
        } else if (token[0] === "+") {
          position.check = [...token.slice(1)].map(letter => COLOURS["wrbg".indexOf(letter)]);
          event.checks = position.check.filter(key => key !== own && !before.includes(key)); // not one that goes on
          if (event.checks.length) event.kinds.push("check");
        } else if (token[0] === "@") {
          event.from = token.slice(1);
        } else if (token[0] === "-") {
          if (token.slice(1) !== event.castled) take(token.slice(1));
          delete position.pieces[token.slice(1)];
        } else {
          const [name, code] = token.split("=");
          if (code[0] === "#") position.statues[name] = code.slice(1); else position.pieces[name] = code;
        }
      }
      return event;
    },
    quarto(position, text) {
      const [verb, what] = text.split(" ");
      if (verb === "give") {
        position.given = what;
        position.left = position.left.filter(code => code !== what);
        return { last: [], kinds: [], verb, what };
      }
      if (verb === "place") {
        position.board[what] = position.given;
        const piece = position.given;
        position.given = null;
        return { last: [what], kinds: [], verb, what, piece };
      }
      return { last: [], kinds: ["call"], verb, what };
    },
    quaro(position, text, tokens, seat) {
      const event = { last: [], kinds: [], placed: [], drawn: "", points: Number(tokens[0] || 0), rows: [] };
      for (const word of text.split(" ")) {
        if (word === "end") event.ended = true;
        else if (word[0] === "+") event.drawn = word.slice(1);
        else if (word !== "-") event.placed.push(word);
      }
      const held = [...position.hands[seat - 1]];
      for (const word of event.placed) {
        position.board[word.slice(1)] = word[0];
        event.last.push(word.slice(1));
        held.splice(held.indexOf(word[0]), 1);
      }
      for (const letter of event.drawn) { held.push(letter); position.bag[letter] -= 1; }
      position.hands[seat - 1] = held.sort((one, other) => "RGBY".indexOf(one) - "RGBY".indexOf(other)).join("");
      position.points[seat - 1] += event.points;
      event.rows = tokens.slice(1).map(row => row.match(/../g));
      if (event.points) event.kinds.push("score");
      return event;
    },
    kwartet(position, text, tokens, seat) {
      const event = { last: [], kinds: [], laid: [], drew: [] };
      const asked = /^(\d)>([A-Z]\d)([+-])$/.exec(text), own = position.seats[seat - 1];
      const give = (whom, card, number) => {
        whom.cards += number;
        if (!whom.hand || !card) return;
        whom.hand = number > 0 ? [...whom.hand, card].sort() : whom.hand.filter(other => other !== card);
      };
      if (asked) {
        Object.assign(event, { asked: Number(asked[1]), card: asked[2], hit: asked[3] === "+", last: [asked[2]] });
        if (event.hit) { give(position.seats[event.asked - 1], asked[2], -1); give(own, asked[2], 1); event.kinds.push("hit"); }
      }
      for (const token of tokens) {
        const whom = position.seats[Number(token[1]) - 1], what = token.slice(2);
        if (token[0] === "^") { give(whom, what, 1); position.pot -= 1; event.drew.push(Number(token[1])); }
        if (token[0] === "!") {
          whom.cards -= 4;
          if (whom.hand) whom.hand = whom.hand.filter(card => card[0] !== what);
          whom.laid.push(what);
          event.laid.push([Number(token[1]), what]);
          event.kinds.push("quartet");
        }
      }
      return event;
    },
  };

  window.viertalFilm = source => {
    const entries = source.moves ? source.moves.split(";") : [];
    const who = [...source.who].map(Number);
    const kept = new Map([[0, begin(source)]]);
    const events = new Map();
    let now = structuredClone(kept.get(0)), here = 0;

    function forward() {
      const [text, rest] = entries[here].split("|");
      const event = PLAY[source.game](now, text, rest ? rest.split(" ") : [], who[here]);
      here += 1;
      if (!events.has(here)) events.set(here, { ...event, text, seat: who[here - 1], number: here });
      if (here % EVERY === 0 && !kept.has(here)) kept.set(here, structuredClone(now));
    }

    return {
      source, entries, who,
      get plies() { return entries.length; },
      at(ply) {
        if (ply < here) {
          const near = Math.floor(ply / EVERY) * EVERY;
          here = kept.has(near) ? near : 0;
          now = structuredClone(kept.get(here));
        }
        while (here < ply) forward();
        return now;
      },
      entry(ply) {
        if (ply < 1) return null;
        if (!events.has(ply)) this.at(ply);
        return events.get(ply);
      },
      /* Quaro: the points that each seat could score in one turn from here, and the stones that score them */
      chances(ply) {
        const told = (source.chances || "").split(";")[ply];
        return told ? told.split(",").map(chance => { const [points, ...stones] = chance.split(" "); return { points: Number(points), stones }; }) : [];
      },
      /* Kwartet, once over: where each card can be after a ply for all who listened (0), or for a player, and since when */
      known(ply, eyes) {
        const where = {};
        source.known[eyes].split(";").slice(0, ply + 1).forEach((told, since) => {
          for (const word of told ? told.split(" ") : []) where[word.slice(0, 2)] = { places: [...word.slice(2)].map(Number), since };
        });
        return where;
      },
      /* whose turn it is: known from the next entry, after the last from the server */
      turn(ply) { return ply < entries.length ? [who[ply]] : source.next; },
    };
  };
})();
