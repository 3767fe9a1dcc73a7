// Results by keyboard: a table's number, Enter, its result in keys, Enter, and the next one; and who else types where.
// What the keys mean is decided by the server: they are sent with the table's own form.
"use strict";
(() => {
  const form = () => document.querySelector("[data-quick]");
  const card = (number) => document.querySelector(`[data-card="table-${number}"]`);
  const missing = () => [...document.querySelectorAll(".v-table:not(.v-done)")].filter((c) => c.querySelector("input[name=keys]"));
  const number = (c) => c.id.replace("table-", "");

  function show() {
    const f = form();
    const there = card(f.elements.table.value.trim());
    const names = there ? [...there.querySelectorAll(".v-name")].map((n) => n.textContent).join(" – ") : f.dataset.none;
    f.querySelector("[data-names]").textContent = f.elements.table.value.trim() ? names : "";
    return there;
  }

  function next(after) {
    const f = form();
    if (!f) return;
    const left = missing();
    const place = left.find((c) => Number(number(c)) > Number(after)) || left[0];
    f.elements.keys.value = "";
    if (!place) { f.elements.table.value = ""; show(); return; }
    f.elements.table.value = number(place);
    show();
    place.scrollIntoView({ block: "nearest" });
    f.elements.keys.focus();
  }

  document.addEventListener("submit", (event) => {
    const f = event.target;
    if (!f.matches("[data-quick]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const named = f.elements.keys.value.match(/^\s*(\d+):(.*)$/);
    if (named) { f.elements.table.value = named[1]; f.elements.keys.value = named[2]; }
    const there = show();
    if (!there) { f.elements.table.select(); return; }
    if (!f.elements.keys.value.trim()) { f.elements.keys.focus(); return; }
    const own = there.querySelector("form");
    if (!own) return;
    own.elements.keys.value = f.elements.keys.value;
    own.requestSubmit();
  });

  document.addEventListener("desk:answered", (event) => {
    const at = event.detail.card.replace("table-", "");
    if (event.detail.done) next(at);
    else {
      card(at).scrollIntoView({ block: "nearest" });
      const f = form();
      if (f) { f.elements.table.value = at; f.elements.keys.focus(); f.elements.keys.select(); }
    }
  });

  document.addEventListener("input", (event) => {
    if (!event.target.closest("[data-quick]")) return;
    if (event.target.name === "table") show();
    const table = at(event.target);
    if (table && table !== where) tell(table);
    where = table || where;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-missing]")) document.body.classList.toggle("v-hide-done", event.target.checked);
  });

  // two at one table are told of each other: who types says so, and hears who else does
  let where = "";
  async function tell(table) {
    const f = form();
    if (!f) return;
    const data = new FormData();
    data.set("csrfmiddlewaretoken", f.elements.csrfmiddlewaretoken.value);
    data.set("table", table);
    try {
      const answer = await fetch(f.dataset.editing, { method: "POST", body: data });
      if (!answer.ok) return;
      const { others } = await answer.json();
      for (const c of document.querySelectorAll(".v-table[data-table]")) {
        const who = others[c.dataset.table];
        let line = c.querySelector(".v-typing");
        if (who && !line) {
          line = document.createElement("p");
          line.className = "v-typing";
          line.setAttribute("role", "status");
          c.append(line);
        }
        if (who) line.textContent = `${who.join(", ")} ${f.dataset.typing}`;
        else if (line) line.remove();
      }
    } catch {
      // nothing rests on it; the next one may get through
    }
  }
  const at = (element) => {
    const c = element && element.closest && element.closest(".v-table[data-table]");
    if (c && element.matches("input")) return c.dataset.table;
    const f = element && element.closest && element.closest("[data-quick]");
    // the field has the focus from the beginning; who typed nothing there is not typing
    const there = f && f.elements.keys.value && card(f.elements.table.value.trim());
    return there ? there.dataset.table : "";
  };
  document.addEventListener("focusin", (event) => {
    const table = at(event.target);
    if (table && table !== where) tell(table);
    where = table || where;
  });
  setInterval(() => {
    const table = document.hidden ? "" : at(document.activeElement);
    if (table || where) tell(table);
    where = table;
  }, 4000);
  if (form()) show();
})();
