// Two at one table are told of each other: who types says so, and hears who else does.
"use strict";
(() => {
  const form = () => document.querySelector("[data-quick]");
  const card = (number) => document.querySelector(`[data-card="table-${number}"]`);
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
          line.dataset.mark = "typing";
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
  document.addEventListener("input", (event) => {
    const table = at(event.target);
    if (table && table !== where) tell(table);
    where = table || where;
  });
})();
