/* Other moves than those that were played, and sharing: asked of the server, which knows the rules; what it answered once
   is kept. `replay.js` gives the page, this gives back what a touch, a step back and the buttons do. */
(() => {
  "use strict";
  const STEP = /^([a-l]\d{1,2})([a-l]\d{1,2})([qrbn]?)$/;

  window.viertalTry = host => {
    const { el, words, at, game } = host;
    const known = new Map();
    let from = 0, line = [], base = null, picked = "", note = "", choice = [];
    let turn = null;                  // Quaro: the stones of the turn that stands, which a stone or a draw can still follow
    const trying = () => host.film !== host.main;
    const here = () => (trying() ? line[host.ply - from - 1] || base : base);

    async function ask(url) {
      if (!known.has(url)) {
        const answer = fetch(url, { headers: { Accept: "application/json" } }).then(found => {
          if (!found.ok) throw new Error(String(found.status));
          return found.json();
        });
        answer.catch(() => known.delete(url));
        known.set(url, answer);
      }
      return known.get(url);
    }

    /* what may be played in the position that is shown */
    async function options() {
      note = "";
      if (!trying()) {
        const ply = host.ply;
        const answer = await ask(at.dataset.options.replace("{ply}", ply));
        if (ply !== host.ply || trying()) throw new Error("moved on");
        [base, from, line] = [{ ...answer, ply }, ply, []];
      }
      return here();
    }

    async function play(text) {
      const start = here();
      const answer = await ask(`/analysis/${start.position}/after/${encodeURIComponent(text)}/`);
      if (!here() || start.position !== here().position) return;
      line = [...line.slice(0, host.ply - from), answer];
      picked = ""; choice = []; turn = null;
      host.film = host.main.branch(from, line.map(one => one.entry), line.map(one => one.who), answer.next, answer.over);
      host.ply = from + line.length;
      show();
      if (at.dataset.analysis) history.replaceState(null, "", `/analysis/${answer.position}/${location.search}`);
    }

    /* --- Quaro: a turn is stones while they score, then the draw; the server proves the whole each time */
    async function place(stone) {
      const more = turn && turn.again && Number(picked[0]) === turn.seat;
      const stones = more ? [...turn.stones, stone] : [stone], had = more ? turn.points : 0;
      if (more) back();
      await play(stones.join(" "));
      const event = host.film.entry(host.ply), position = host.film.at(host.ply), seat = event.seat;
      const held = position.hands[seat - 1].length, bag = Object.values(position.bag).reduce((sum, count) => sum + count, 0);
      const wanted = line[line.length - 1].over ? 0 : Math.min(4 - held, bag);
      turn = { seat, stones, points: event.points, again: event.points > had && held > 0, wanted, drawn: "" };
      show();
    }
    async function draw(letter) {
      turn.drawn += letter;
      if (turn.drawn.length < turn.wanted) { show(); return; }
      const { stones, drawn } = turn;
      back();
      await play(`${stones.join(" ")} +${drawn}`);
    }
    /* what is left in the bag, colour by colour */
    function left() {
      const bag = { ...host.film.at(host.ply).bag };
      for (const letter of turn.drawn) bag[letter] -= 1;
      return Object.entries(bag).filter(([, count]) => count > 0);
    }
    function random() {
      const stones = left().flatMap(([letter, count]) => Array(count).fill(letter));
      return stones[Math.floor(Math.random() * stones.length)];
    }
    function back() { host.ply -= 1; line = line.slice(0, host.ply - from); }

    const safely = act => async (...given) => {
      try { await act(...given); } catch (problem) {
        if (problem.message === "moved on") return;
        note = /^4/.test(problem.message) ? words.none : words.offline;
        show();
      }
    };
    const show = () => { host.draw(); };

    /* --- a touch on the board: first what moves, then where to */
    const touch = safely(async name => {
      if (!at.dataset.options) return;
      const { legal } = await options();
      const steps = legal.map(text => [text, STEP.exec(text)]).filter(([, step]) => step);
      let move = "";
      if (game === "quatro-chess") {
        const able = steps.filter(([, step]) => step[1] === picked && step[2] === name).map(([text]) => text);
        if (able.length > 1) { choice = able; show(); return; }
        if (able.length) [move] = able;
        else picked = steps.some(([, step]) => step[1] === name) && picked !== name ? name : "";
      } else if (game === "quarto") {
        move = legal.find(text => text === `give ${name}` || text === `place ${name}`) || "";
      } else if (game === "quaro") {
        if (/^\d:/.test(name)) picked = picked === name ? "" : name;
        else if (picked && free(legal).includes(name)) { await place(picked.slice(2) + name); return; }
      }
      if (move) await play(move); else { choice = []; show(); }
    });
    function targets() {
      const now = here();
      if (!now || (!trying() && now.ply !== host.ply)) return [];
      if (game === "quatro-chess") return [...new Set(now.legal.map(text => STEP.exec(text)).filter(step => step && step[1] === picked).map(step => step[2]))];
      if (game === "quarto") return line.length || picked ? now.legal.filter(text => !text.startsWith("call")).map(text => text.split(" ")[1]) : [];
      if (game === "quaro") return picked ? free(now.legal) : [];
      return [];
    }

    const free = legal => [...new Set(legal.filter(text => /^[RGBY][a-h]\d$/.test(text)).map(text => text.slice(1)))];

    function leave() {
      [line, base, picked, choice, note, turn] = [[], null, "", [], "", null];
      host.film = host.main;
    }
    function moved() { if (trying() && host.ply < from) leave(); picked = ""; choice = []; turn = null; if (!trying()) base = null; }

    /* --- the bar above the controls, while other moves are tried or looked for */
    const bar = el("div", { class: "other", hidden: true, tabindex: "-1", role: "group", "aria-label": words.attempt });
    const button = (text, act) => { const made = el("button", { type: "button", class: "step", text }); made.addEventListener("click", act); return made; };
    function other() {
      const now = here(), open = Boolean(note) || trying() || (now && now.ply === host.ply);
      bar.hidden = !open;
      if (!open) return;
      const parts = [];
      if (trying() && !at.dataset.analysis) parts.push(el("span", { text: host.fill(words.variation, { ply: from }) }));
      if (note) parts.push(el("strong", { text: note }));
      else if (!trying() && game !== "kwartet" && now.legal.length) parts.push(el("span", { text: words.touch }));
      if (turn && trying()) parts.push(...drawing());
      const row = el("div", {});
      for (const text of choice) row.append(button(`=${text.slice(-1).toUpperCase()}`, safely(() => play(text))));
      if (now && now.legal.length) {
        const select = el("select", { "aria-label": words.choose }, el("option", { value: "", text: words.choose }), ...now.legal.map((text, place) => el("option", { value: text, text: now.short ? now.short[place] : text })));
        select.addEventListener("change", safely(() => play(select.value)));
        row.append(select);
      } else if (now && !note) row.append(words.none);
      if (trying()) {
        row.append(button(words.undo, () => { host.ply -= 1; line = line.slice(0, host.ply - from); rewind(); }));
      }
      if (!at.dataset.analysis) row.append(button(words.return, () => { const ply = trying() ? from : host.ply; leave(); host.go(ply); }));
      parts.push(row);
      bar.replaceChildren(...parts);
    }
    function drawing() {
      const parts = [];
      if (turn.again && !turn.drawn) parts.push(el("span", { text: host.fill(words.again, { points: turn.points }) }));
      if (!turn.wanted) return parts;
      const row = el("div", { class: "draws" });
      for (const [letter, count] of left()) row.append(button(`${words.stones[letter]} (${count})`, safely(() => draw(letter))));
      row.append(button(words.at_random, safely(async () => { while (turn) await draw(random()); })));
      return [...parts, el("span", { text: host.fill(words.draw, { count: turn.wanted - turn.drawn.length }) }), row];
    }
    function rewind() {
      if (!line.length && !at.dataset.analysis) { const ply = from; leave(); host.go(ply); return; }
      const last = line[line.length - 1];
      host.film = host.main.branch(from, line.map(one => one.entry), line.map(one => one.who), last ? last.next : base.next, last && last.over);
      host.ply = from + line.length;
      picked = ""; turn = null;
      if (at.dataset.analysis) history.replaceState(null, "", `/analysis/${(last || base).position}/${location.search}`);
      show();
    }
    const begin = safely(async () => { await options(); show(); });
    /* the button stands far below the board that is to be touched */
    async function open() {
      await begin();
      const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
      bar.closest(".film").querySelector(".stage").scrollIntoView({ behavior, block: "start" });
      bar.focus({ preventScroll: true });
    }

    /* --- sharing */
    async function share() {
      const known = here() && (trying() || here().ply === host.ply);
      const position = known ? here().position : await ask(at.dataset.options.replace("{ply}", host.ply)).then(answer => answer.position, () => "");
      const root = location.origin, ply = trying() ? from : host.ply;
      const lines = [];
      if (trying() || at.dataset.analysis) {
        const text = position || at.dataset.analysis;
        lines.push([words.address, `${root}/analysis/${text}/`], [words.picture, `${root}/analysis/${text}/picture.png`], [words.text, text]);
      } else {
        lines.push([words.address, root + host.address(ply)], [words.picture, `${root}${at.dataset.base}${ply}/picture.png`]);
        if (at.dataset.embed) lines.push([words.embed, `<iframe src="${root}${at.dataset.embed}#ply-${ply}" width="420" height="720" title="${document.title.replace(/"/g, "")}"></iframe>`]);
        if (position) lines.push([words.text, position]);
      }
      const dialog = el("dialog", { class: "sharing", "aria-label": words.share });
      for (const [label, value] of lines) {
        const field = el("input", { readonly: true, value }), said = el("span", { role: "status" });
        const copy = button(words.copy, async () => { field.select(); try { await navigator.clipboard.writeText(value); } catch { document.execCommand("copy"); } said.textContent = words.copied; });
        dialog.append(el("label", {}, label, field), el("div", {}, copy, " ", said));
      }
      const close = button(words.close, () => dialog.close());
      dialog.append(close);
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    }

    return { touch, targets, leave, moved, other, share, open, bar, trying, get picked() { return game === "quaro" ? "" : picked; },
      get origin() { return from; }, get position() { return trying() ? here().position : ""; } };
  };
})();
