// Results by keyboard: a table's number, Enter, its result in keys, Enter, and at once the next table. What is typed
// belongs to the table that stands in the line at Enter. What came back is fetched into the line with ↑.
// What the keys mean is decided by the server.
"use strict";
(() => {
  const results = window.results;
  if (!results) return;
  const form = () => document.querySelector("[data-quick]");
  const card = (number) => document.querySelector(`[data-card="table-${number}"]`);
  const number = (c) => c.id.replace("table-", "");
  // without a result, and none on its way or come back
  const open = () => [...document.querySelectorAll(".v-table[data-table]:not(.v-done)")].filter(
    (c) => c.querySelector("input[name^=points]") && !results.of(c.dataset.table) && !results.saved(c.dataset.table));
  let recalled = ""; // the result that came back and stands in the line
  let fresh = false; // it is a question that has just been put; who types on leaves it for later
  let held = null; // what was being typed when it was fetched
  let named = false; // the table in the line was typed, not proposed

  // why the line proposes no table
  function nothing() {
    const { dataset } = form();
    const cards = [...document.querySelectorAll(".v-table[data-table]")];
    if (results.all().some((item) => item.round === dataset.round)) return dataset.unsaved;
    if (cards.some((c) => !c.classList.contains("v-done") && !c.querySelector("input[name^=points]"))) return dataset.own;
    return cards.some((c) => c.classList.contains("v-adjourned")) ? dataset.adjourned : dataset.all;
  }

  function show() {
    const f = form();
    const { table, keys } = f.elements;
    const text = table.value.trim();
    const there = text ? card(text) : null;
    const names = there ? [...there.querySelectorAll(".v-name")].map((n) => n.textContent).join(" – ") : f.dataset.none;
    const line = f.querySelector("[data-names]");
    const words = text ? names : nothing();
    if (line.textContent !== words) line.textContent = words;
    // a table with fewer seats is shown a shorter result
    const seats = there ? there.querySelectorAll("input[name^=points]").length : 0;
    const example = keys.dataset[`example${seats}`];
    if (example && keys.placeholder !== example) keys.placeholder = example;
    // where one begins to type
    table.toggleAttribute("data-begin", !text);
    keys.toggleAttribute("data-begin", Boolean(text));
    return there;
  }

  const begin = () => {
    const { table, keys } = form().elements;
    (table.value.trim() ? keys : table).focus({ preventScroll: true });
  };

  function say(problem, hint) {
    const line = form().querySelector("[data-question]");
    line.textContent = problem;
    if (hint) line.append(" ", hint);
    line.hidden = !problem;
  }

  function put(table, keys) {
    const f = form();
    f.elements.table.value = table;
    f.elements.keys.value = keys;
    return show();
  }

  function next(after) {
    if (!form()) return;
    recalled = "";
    fresh = false;
    named = false;
    say("");
    if (held) {
      put(held.table, held.keys);
      held = null;
    } else {
      const left = open();
      const place = left.find((c) => Number(number(c)) > Number(after)) || left[0];
      put(place ? number(place) : "", "");
      if (place) place.scrollIntoView({ block: "nearest" });
    }
    begin();
  }

  // what the keys do with a result that came back
  function hint(item) {
    const { dataset } = form();
    const sentence = { conflict: dataset.answer, sure: dataset.sure, old: dataset.again }[item.state] || dataset.mend;
    return sentence.replace("{mine}", () => results.text(item));
  }

  // a result that came back stands in the line, to be mended or confirmed
  // `anew`: it is a question just put; of a table that was named, what is typed next is still for it
  function recall(item, anew) {
    const f = form();
    const keys = f.elements.keys;
    if (!recalled && !anew && keys.value.trim()) held = { table: f.elements.table.value, keys: keys.value };
    recalled = item.id;
    fresh = Boolean(anew) && !named;
    const there = put(item.number, results.text(item));
    say(window.resultMarks.problem(item), hint(item));
    if (there) there.scrollIntoView({ block: "nearest" });
    keys.focus({ preventScroll: true });
    if (fresh) keys.setSelectionRange(keys.value.length, keys.value.length);
    else keys.select();
  }

  // the page knows what stands there: it is asked before anything is sent
  function question(there, item) {
    const stands = [...there.querySelectorAll("input[name^=points]")].map((input) => input.defaultValue);
    if (!there.dataset.result || item.seen || stands.join("") === item.keys.replace(/\s/g, "")) return "";
    return window.resultMarks.stands(there);
  }

  document.addEventListener("submit", (event) => {
    const f = event.target;
    if (!f.matches("[data-quick]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const parts = f.elements.keys.value.match(/^\s*(\d+):(.*)$/);
    if (parts) {
      put(parts[1], parts[2]);
      named = true;
    }
    const keys = f.elements.keys.value.trim();
    const there = show();
    if (!there) {
      // what came back before was about another table
      recalled = "";
      say(f.elements.table.value.trim() ? f.dataset.unknown.replace("{table}", () => f.elements.table.value.trim()) : "");
      f.elements.table.focus();
      f.elements.table.select();
      return;
    }
    if (!keys) { f.elements.keys.focus(); return; }
    const own = there.querySelector("form");
    if (!own) { say(f.dataset.closed); return; }
    const before = results.get(recalled);
    if (before && before.table === there.dataset.table && results.text(before) === keys && before.state !== "refused") {
      if (!results.ripe(before) || before.state === "settled") return;
      recalled = "";
      results.confirm(before.id);
      next(before.number);
      return;
    }
    const item = {
      table: there.dataset.table, number: number(there), round: f.dataset.round, home: location.pathname,
      seats: there.dataset.seats, action: own.getAttribute("action"), keys,
      // what is adjourned waits for its result
      seen: there.classList.contains("v-adjourned") ? own.querySelector("input[name=seen_result]").value : "",
    };
    const asked = question(there, item);
    if (asked) {
      recalled = ""; // what was asked before gives way
      recall(results.ask({ ...item, seen: own.querySelector("input[name=seen_result]").value }, asked), true);
      return;
    }
    recalled = "";
    results.add(item);
    next(item.number);
  });

  function back() {
    const parked = results.parked().filter((i) => i.round === form().dataset.round);
    if (!parked.length) return false;
    const at = parked.findIndex((i) => i.id === recalled);
    window.resultCards.open(parked[(at + 1) % parked.length]);
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const f = form();
    if (!f || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const inLine = Boolean(event.target.closest("[data-quick]"));
    const nowhere = !event.target.closest("input, select, textarea, [contenteditable]");
    if (event.key === "Enter" && event.repeat && (inLine || event.target.closest(".v-table"))) event.preventDefault();
    else if (event.key === "ArrowUp" && (inLine || event.target === document.body)) {
      if (back()) event.preventDefault();
    } else if (event.key === "Escape" && recalled && inLine) {
      event.preventDefault();
      const item = results.get(recalled);
      if (item && (item.state === "conflict" || item.state === "sure")) results.drop(item.id);
      next(item ? item.number : 0);
    } else if (event.key.length === 1 && recalled && fresh && event.target === f.elements.keys) {
      next(f.elements.table.value);
    } else if (/^[\d=½-]$/.test(event.key) && nowhere) {
      begin(); // what is typed nowhere belongs into the line
    } else if (/^\d$/.test(event.key) && event.target === f.elements.keys && !f.elements.keys.value && !f.elements.table.value.trim()) {
      f.elements.table.focus({ preventScroll: true }); // a result needs a table first
    }
  });

  document.addEventListener("input", (event) => {
    const f = event.target.closest("[data-quick]");
    if (!f || event.target.name !== "table") return;
    named = true;
    if (recalled) {
      // another table: what came back stays where it belongs
      recalled = "";
      f.elements.keys.value = "";
    }
    say("");
    const colon = event.target.value.indexOf(":");
    if (colon > 0) {
      put(event.target.value.slice(0, colon), event.target.value.slice(colon + 1));
      f.elements.keys.focus();
    }
    show();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-missing]")) document.body.classList.toggle("v-hide-done", event.target.checked);
  });
  // it was answered elsewhere: on its card, or in another window
  document.addEventListener("results:changed", () => {
    if (!form()) return;
    const item = recalled && results.get(recalled);
    if (recalled && !item) next(form().elements.table.value);
    else if (item) say(window.resultMarks.problem(item), hint(item));
    if (!form().elements.table.value.trim()) show();
  });
  document.addEventListener("desk:taken", () => {
    if (form() && !form().elements.table.value.trim()) show();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (!form()) return;
    const there = show();
    if (there && (!there.querySelector("form") || results.of(there.dataset.table))) {
      const place = open()[0];
      put(place ? number(place) : "", "");
    }
    if (document.activeElement === form().elements.keys) begin();
  });
  window.quickLine = { recall: (item) => recall(item, false), is: () => Boolean(form()) };
})();
