// What becomes of each typed result, said at its table and counted above the tables: saving, saved, refused, asked.
"use strict";
(() => {
  const SAVED = 8000; // ms for which a table says that its result was saved
  const results = window.results;
  if (!results) return;
  const desk = () => document.getElementById("desk");
  const bar = () => document.querySelector("[data-queue]");
  const until = new Map(); // table id → when it no longer says so
  const refilled = new WeakMap(); // a card → the result whose text was put into its fields
  let quiet = 0; // how many were saved since that was last spoken

  const words = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const make = (tag, className, ...content) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const button = (does, label, item, danger) => {
    const made = make("button", danger ? "v-quiet v-danger" : "v-quiet", label);
    Object.assign(made, { type: "button" });
    Object.assign(made.dataset, { does, item: item.id });
    return made;
  };

  // what stands at a table for which another result was typed
  function stands(card) {
    const who = card.querySelector("[data-by]");
    return words(bar().dataset.stands, {
      table: card.id.replace("table-", ""), who: who ? who.textContent.trim() : "",
      points: [...card.querySelectorAll("input[name^=points]")].map((input) => input.defaultValue).join(" – "),
    });
  }

  // why a result came back, in words; those of the server do not outlive the page
  function problem(item) {
    // “8-4-2-0” stays on one line
    if (item.problem) return item.problem.replace(/([\d½])-(?=[\d½])/g, "$1\u2011");
    if (item.state === "old") return words(bar().dataset.old, { at: new Date(item.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) });
    const card = item.state === "conflict" && desk().querySelector(`.v-table[data-table="${item.table}"]`);
    return card && card.dataset.result && card.querySelector("form") ? stands(card) : "";
  }

  // a question about a result that may be right, and no refusal
  const asks = (item) => item.state === "sure" || item.state === "old";

  function reason(item) {
    const { dataset } = bar();
    const line = make("p", asks(item) ? "v-problem v-asked" : "v-problem", make("span", "v-sr", words(dataset.table, { table: item.number }), " "),
      words(item.state === "refused" ? dataset.refused : dataset.typed, { keys: results.text(item) }), " ", problem(item));
    if (item.state === "conflict" && item.fields && item.local) line.append(" ", words(dataset.answer, { mine: results.text(item) }));
    line.id = `problem-${item.number}`;
    if (!item.local) line.setAttribute("role", "alert");
    if (item.rule) {
      const link = Object.assign(make("a", "", item.rule), { href: item.rule_url, target: "_blank", rel: "noopener" });
      line.append(" ", link);
    }
    return line;
  }

  function choices(item) {
    const { dataset } = bar();
    const line = make("p", "v-choice");
    if (item.state === "conflict") line.append(button("confirm", dataset.replace, item, true), button("drop", dataset.leave, item));
    if (asks(item)) line.append(button("confirm", dataset.sure, item), button("mend", dataset.mend, item), button("drop", dataset.discard, item));
    if (item.state === "refused") line.append(button("mend", dataset.mend, item), button("drop", dataset.discard, item));
    if (item.state === "settled") {
      const link = Object.assign(make("a", "v-quiet", dataset.decide), { href: item.decide_url });
      link.dataset.item = item.id;
      line.append(link, button("drop", dataset.leave, item));
    }
    return line;
  }

  function mark(card) {
    const item = results.of(card.dataset.table);
    const done = !item && until.get(card.dataset.table) > Date.now() && results.saved(card.dataset.table);
    const old = card.querySelector(":scope > [data-mark=result]");
    const state = item ? `${item.id} ${item.state} ${item.asked || ""} ${item.state === "waiting" ? results.trouble() : ""}` : done ? `saved ${done.result}` : "";
    card.classList.toggle("v-saving", Boolean(item) && item.state === "waiting");
    card.classList.toggle("v-parked", Boolean(item) && item.state !== "waiting");
    card.classList.toggle("v-asked", Boolean(item) && asks(item));
    const inputs = card.querySelectorAll("input[name^=points]");
    if (item && item.fields && refilled.get(card) !== item.id) {
      refilled.set(card, item.id);
      for (const input of inputs) if (input.value === input.defaultValue) input.value = item.fields[input.name];
    }
    const invalid = Boolean(item && item.fields && item.state === "refused");
    if (!card.classList.contains("v-wrong")) for (const input of inputs) {
      if (invalid) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    if ((old ? old.dataset.state : "") === state) return;
    if (old) old.remove();
    if (!state) return;
    const { dataset } = bar();
    const made = make("div", "v-mark");
    made.dataset.mark = "result";
    made.dataset.state = state;
    if (done) made.append(make("span", "v-chip v-chip-saved", "✓ ", dataset.saved));
    else if (item.state !== "waiting") made.append(reason(item), choices(item));
    else {
      const late = Boolean(results.trouble());
      made.append(make("span", late ? "v-chip v-chip-late" : "v-chip", late ? dataset.notYet : dataset.saving, " ", make("b", "", results.text(item))));
    }
    card.append(made);
  }

  // where a result belongs: a table of this round, or of another one
  const place = (item) => item.round === desk().dataset.round ? item.number : words(bar().dataset.elsewhere, { round: item.round, table: item.number });

  function count(line, items, one, many) {
    line.hidden = !items.length;
    if (!items.length) { line.replaceChildren(); return; }
    const state = items.map((i) => i.id).join();
    if (line.dataset.state === state) return;
    line.dataset.state = state;
    const tables = items.map(place).join(", ");
    line.replaceChildren(make("b", "", words(items.length === 1 ? one : many, { n: items.length, tables })), " ");
    for (const item of items) line.append(button("show", words(bar().dataset.show, { table: place(item) }), item), " ");
    // ↑ goes round the tables of this round
    const back = document.querySelector("[data-quick]") && items.some((item) => item.round === desk().dataset.round);
    if (back) line.append(make("span", "v-what v-keys", bar().dataset.back));
  }

  function show() {
    const line = bar();
    if (!line) return;
    const { dataset } = line;
    for (const card of desk().querySelectorAll(".v-table[data-table]")) mark(card);
    const waiting = results.waiting();
    const trouble = results.trouble();
    const sending = line.querySelector("[data-sending]");
    sending.hidden = !waiting.length;
    sending.classList.toggle("v-problem", Boolean(trouble));
    const sentence = !waiting.length ? "" : !trouble ? words(dataset.sending, { n: waiting.length }) :
      `${words(dataset.unsaved, { n: waiting.length })} ${dataset[trouble.replace(/-(.)/, (_, letter) => letter.toUpperCase())]}`;
    if (sending.firstElementChild.textContent !== sentence) sending.firstElementChild.textContent = sentence;
    sending.querySelector("a").hidden = trouble !== "signed-out" && trouble !== "stranger";
    const parked = results.parked();
    count(line.querySelector("[data-refused-ones]"), parked.filter((i) => i.state === "refused"), dataset.refusedOne, dataset.refusedMany);
    count(line.querySelector("[data-asked-ones]"), parked.filter((i) => i.state !== "refused"), dataset.askedOne, dataset.askedMany);
    line.hidden = !waiting.length && !parked.length;
    line.querySelector("[data-more]").hidden = !parked.length;
    // spoken once what was typed is through, or once it is stuck; not at every result
    const speech = document.querySelector("[data-speech]");
    if (trouble && waiting.length) speech.textContent = sentence;
    else if (!waiting.length && quiet) {
      speech.textContent = words(dataset.spoken, { n: quiet });
      quiet = 0;
    }
  }

  document.addEventListener("results:saved", (event) => {
    const { item, result } = event.detail;
    quiet += 1;
    until.set(item.table, Date.now() + SAVED);
    setTimeout(show, SAVED + 100);
    // what stands in the fields is what was saved: the card may be exchanged for its new self
    const card = desk().querySelector(`.v-table[data-table="${item.table}"]`);
    const inputs = card && item.fields ? [...card.querySelectorAll("input[name^=points]")] : [];
    if (inputs.length && inputs.every((input) => input.value === item.fields[input.name])) {
      for (const input of inputs) input.defaultValue = input.value;
      const why = card.querySelector("input[name=reason]");
      if (why) why.value = "";
      card.querySelector("[name=seen_result]").value = result;
      card.classList.remove("v-elsewhere", "v-wrong");
    }
  });
  document.addEventListener("click", (event) => {
    const more = event.target.closest("[data-more]");
    if (!more) return;
    more.setAttribute("aria-expanded", String(bar().classList.toggle("v-opened")));
  });
  window.resultMarks = { stands, problem };
  document.addEventListener("results:changed", show);
  document.addEventListener("desk:taken", show);
  document.addEventListener("DOMContentLoaded", show);
})();
