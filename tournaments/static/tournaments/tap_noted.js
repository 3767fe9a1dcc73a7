// A game of Kwartet entered by its questions, where nobody noted the hands: who asks whom for which card, and whether it
// was there. It works without a connection: the questions stay in the browser until the game is made of them.
// They are written into the field that a page without script shows.
"use strict";
(() => {
  const source = document.getElementById("noted-config");
  const form = document.querySelector("[data-noted]");
  if (!source || !form) return;
  const { store, places, words } = JSON.parse(source.textContent);
  const KEY = `viertal:noted:${store}`;
  const make = window.tapElement;
  const root = form.querySelector("[data-asking]"), typing = form.querySelector("[data-typing]"), problem = form.querySelector("[data-problem]");
  const field = form.elements.questions, deck = form.elements.quartets;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  const name = (position) => places.find((place) => place.position === Number(position))?.name || position;
  let step = {}; // of the question that is being made: asker, asked, quartet, card
  let wrong = -1; // the question that was refused

  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (kept && !field.value) [field.value, deck.value] = [kept.questions, kept.quartets || deck.value];
  } catch { /* nothing was kept */ }
  const tokens = () => field.value.split(/\s+/).filter(Boolean);
  const read = (token) => /^([1-8]):([1-8])>([A-Z])([1-4])([+-])$/.exec(token);
  const count = () => Math.max(0, Math.min(26, Number.parseInt(deck.value, 10) || 0));
  const letters = () => [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(0, count());

  function keep() {
    try {
      if (field.value) localStorage.setItem(KEY, JSON.stringify({ questions: field.value, quartets: deck.value }));
      else localStorage.removeItem(KEY);
    } catch { /* the page alone holds them */ }
  }

  // who asks next, as far as the last question tells
  function next() {
    const last = tokens().map(read).filter(Boolean).at(-1);
    return last ? Number(last[5] === "+" ? last[1] : last[2]) : 1;
  }

  function change(list) {
    field.value = list.join(" ");
    step = {};
    wrong = -1;
    tell("");
    keep();
    show();
    look();
  }

  function tell(text) {
    problem.textContent = text;
    problem.hidden = !text;
  }

  async function send(what) {
    const data = new FormData(form);
    data.set("what", what);
    const answer = await fetch(location.href, { method: "POST", body: data, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(10000) });
    return { status: answer.status, ...(await answer.json()) };
  }

  // what the rules say of the questions so far, where there is a connection
  let asked = 0;
  async function look() {
    const mine = (asked += 1);
    if (!tokens().length || !count()) return;
    try {
      const answer = await send("noted-look");
      if (mine !== asked) return;
      refused(answer);
    } catch { /* it is looked at when the game is sent */ }
  }

  function refused(answer) {
    const number = / (\d+):/.exec(answer.problem || "");
    wrong = answer.problem && number ? Number(number[1]) - 1 : -1;
    tell(answer.problem || "");
    show();
  }

  function said(token) {
    const question = read(token);
    if (!question) {
      const whole = /^([A-Z])=([1-8])$/.exec(token);
      return whole ? fill(words.dealt, { name: name(whole[2]), quartet: whole[1] }) : token;
    }
    const [, asker, other, letter, number, answer] = question;
    return fill(answer === "+" ? words.got : words.vain, { asker: name(asker), asked: name(other), card: letter + number });
  }

  function row(heading, choices, chosen) {
    const group = make("div", { class: "t-next", role: "group", "aria-label": heading }, make("span", { class: "t-heading" }, heading));
    for (const [key, label, click] of choices) {
      const button = make("button", { type: "button", class: `t-button${String(chosen) === String(key) ? " t-yes" : ""}`, "aria-pressed": String(String(chosen) === String(key)), "data-noted-key": key }, label);
      button.addEventListener("click", click);
      group.append(button);
    }
    return group;
  }

  const pick = (part, value) => () => { step = { ...step, [part]: value }; show(); };

  function show() {
    const focused = document.activeElement?.dataset?.notedKey;
    const asker = step.asker || next();
    const made = [];
    if (!count()) made.push(make("p", {}, words.deck));
    else {
      made.push(row(words.asks, places.map(({ position, name: label }) => [`asker:${position}`, label, () => { step = { asker: position }; show(); }]), `asker:${asker}`));
      made.push(row(words.asked, places.filter(({ position }) => position !== asker).map(({ position, name: label }) => [`asked:${position}`, label, pick("asked", position)]), `asked:${step.asked}`));
      if (step.asked) made.push(row(words.quartet, letters().map((letter) => [`quartet:${letter}`, letter, pick("quartet", letter)]), `quartet:${step.quartet}`));
      if (step.quartet) made.push(row(words.card, [1, 2, 3, 4].map((number) => [`card:${number}`, `${step.quartet}${number}`, pick("card", number)]), `card:${step.card}`));
      if (step.card) {
        const card = `${step.quartet}${step.card}`;
        const answer = (mark) => () => change([...tokens(), `${asker}:${step.asked}>${card}${mark}`]);
        made.push(row(fill(words.answer, { asker: name(asker), asked: name(step.asked), card }), [["yes", words.yes, answer("+")], ["no", words.no, answer("-")]], ""));
      }
    }
    const list = tokens();
    if (list.length) {
      const rows = list.map((token, index) => make("li", { value: index + 1, class: index === wrong ? "t-bad" : null }, said(token))).reverse();
      const remove = make("button", { type: "button", class: "t-button t-quiet", "data-noted-key": "remove" }, words.remove);
      remove.addEventListener("click", () => change(list.slice(0, -1)));
      made.push(make("div", { class: "t-entries" }, make("h2", {}, fill(words.list, { count: list.length })), remove, make("ol", { reversed: true }, ...rows)));
    }
    // a quartet of which no card was handed over: whoever was dealt it whole
    const moved = new Set(list.map(read).filter((question) => question && question[5] === "+").map((question) => question[3]));
    const whole = letters().filter((letter) => !moved.has(letter) && !list.some((token) => token.startsWith(`${letter}=`)));
    if (problem.textContent && !read(list[wrong] || "") && list.length && whole.length) {
      for (const letter of whole) {
        made.push(row(fill(words.dealt, { name: "…", quartet: letter }), places.map(({ position, name: label }) => [`${letter}=${position}`, label, () => change([...list, `${letter}=${position}`])]), ""));
      }
    }
    root.replaceChildren(...made);
    if (focused) root.querySelector(`[data-noted-key="${CSS.escape(focused)}"]`)?.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await send("noted");
      if (answer.status !== 200) { refused(answer); return; }
      localStorage.removeItem(KEY);
      location.assign(location.pathname + location.search);
    } catch {
      tell(words.offline);
    }
  });
  deck.addEventListener("input", () => { keep(); show(); });
  root.hidden = false;
  typing.hidden = true;
  if (tokens().length) form.closest("details").open = true;
  show();
})();
