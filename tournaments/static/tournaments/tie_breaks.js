// The tie-breaks as a list that is put in order by dragging or with buttons. Without it the codes are written.
"use strict";
for (const field of document.querySelectorAll("[data-tie-breaks]")) {
  const { offered, words } = JSON.parse(field.dataset.tieBreaks);
  const known = new Map(offered.map((tieBreak) => [tieBreak.code, tieBreak]));
  const say = (text, values) => text.replace(/%\((\w+)\)s/g, (_whole, name) => values[name]);
  const make = (tag, more = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(more)) {
      if (name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...inside);
    return made;
  };
  // BEST/3 is one of the list; BH/C1 is BH with a modifier
  const read = (text) => {
    if (known.has(text)) return { code: text, modifier: "" };
    const at = text.indexOf("/");
    const code = at < 0 ? text : text.slice(0, at);
    return known.has(code) ? { code, modifier: text.slice(code.length + 1) } : { code: text, modifier: "" };
  };
  let rows = field.value.split(/[,;\s]+/).filter(Boolean).map(read);
  const list = make("ol", { className: "v-ties" });
  const told = make("p", { className: "v-told", role: "status" });
  const choice = make("select", { ariaLabel: words.choose, className: field.className });
  const add = make("button", { type: "button", textContent: words.add });
  const box = make("div", { className: "v-tie-breaks" }, list, make("p", {}, choice, add), told);
  let dragged = -1;

  const named = (row) => `${known.get(row.code)?.name ?? row.code} (${row.code})`;
  const write = () => {
    const text = rows.map((row) => (row.modifier ? `${row.code}/${row.modifier}` : row.code)).join(" ");
    if (text === field.value) return;
    field.value = text;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const move = (from, to) => {
    if (to < 0 || to >= rows.length || from === to) return;
    rows.splice(to, 0, rows.splice(from, 1)[0]);
    show();
    told.textContent = say(words.place, { name: named(rows[to]), place: to + 1, all: rows.length });
  };
  const button = (sign, text, row, act, disabled = false) => {
    const label = say(text, { name: named(row) });
    const made = make("button", { type: "button", textContent: sign, ariaLabel: label, title: label, disabled });
    made.addEventListener("click", act);
    return made;
  };
  const focus = (place, which) => {
    const buttons = [...(list.children[place]?.querySelectorAll("button") ?? [])];
    (buttons[which]?.disabled ? buttons.find((button) => !button.disabled) : buttons[which])?.focus();
  };
  const modifiers = (row) => {
    const of = known.get(row.code)?.modifiers ?? [];
    if (!of.length && !row.modifier) return "";
    const select = make("select", { ariaLabel: say(words.kind, { name: named(row) }), className: field.className });
    select.append(new Option(words.plain, ""));
    for (const { name, code } of of) select.append(new Option(`${name} (/${code})`, code));
    if (row.modifier && !of.some(({ code }) => code === row.modifier)) {
      select.append(new Option(`/${row.modifier}`, row.modifier));
    }
    select.value = row.modifier;
    select.addEventListener("change", () => {
      row.modifier = select.value;
      write();
    });
    return select;
  };
  const item = (row, place) => {
    const name = make("span", { title: known.get(row.code)?.about ?? "", textContent: named(row) });
    const made = make("li", { draggable: true }, name, modifiers(row),
      button("↑", words.up, row, () => { move(place, place - 1); focus(place - 1, 0); }, place === 0),
      button("↓", words.down, row, () => { move(place, place + 1); focus(place + 1, 1); }, place === rows.length - 1),
      button("×", words.out, row, () => {
        rows.splice(place, 1);
        show();
        if (rows.length) focus(Math.min(place, rows.length - 1), 2);
        else choice.focus();
      }));
    made.addEventListener("dragstart", (event) => {
      dragged = place;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", row.code);
    });
    made.addEventListener("dragover", (event) => {
      if (dragged < 0) return;
      event.preventDefault();
      for (const other of list.children) other.classList.toggle("v-over", other === made);
    });
    made.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged >= 0) move(dragged, place);
      dragged = -1;
    });
    made.addEventListener("dragend", () => {
      dragged = -1;
      for (const other of list.children) other.classList.remove("v-over");
    });
    return made;
  };
  const show = () => {
    list.replaceChildren(...rows.map(item));
    if (!rows.length) list.append(make("li", { className: "v-none", textContent: words.none }));
    const taken = new Set(rows.map((row) => row.code));
    choice.replaceChildren(new Option(`${words.choose} …`, ""));
    for (const { name, code } of offered) if (!taken.has(code)) choice.append(new Option(`${name} (${code})`, code));
    write();
  };
  add.addEventListener("click", () => {
    if (!choice.value) return choice.focus();
    rows.push({ code: choice.value, modifier: "" });
    show();
    told.textContent = say(words.place, { name: named(rows.at(-1)), place: rows.length, all: rows.length });
    choice.focus();
  });
  // a game of the club proposes what fits its results, until somebody changes the list
  const game = document.getElementById("id_game");
  if (game && field.dataset.proposals) {
    const proposals = JSON.parse(field.dataset.proposals);
    let proposed = "";
    const propose = () => {
      if (field.value !== proposed) return;
      rows = (proposals[game.value] ?? []).map(read);
      show();
      proposed = field.value;
    };
    game.addEventListener("change", propose);
    propose();
    box.append(make("input", { type: "hidden", name: "scoring_tie_breaks-listed", value: "1" }));
  }
  show();
  field.hidden = true;
  field.insertAdjacentElement("afterend", box);
}
