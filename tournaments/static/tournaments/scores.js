// What typed scores would bring, before they are saved: the server is asked and nothing is written. Only games whose
// scores are turned into points load this; without it the points are seen when the result is saved.
"use strict";
(() => {
  const PAUSE = 350;
  let timer = 0;
  let turn = 0;

  function tell(box, answer) {
    const line = document.querySelector("[data-quick]");
    const makes = answer && answer.makes && answer.makes.length ? `${line.dataset.brings} ${answer.makes.join(" · ")}` : "";
    box.textContent = makes || (answer && answer.state === "refused" ? answer.problem : "");
  }

  async function ask(action, data, box) {
    const mine = ++turn;
    data.set("check", "1");
    try {
      const answer = await fetch(action, { method: "POST", body: data, headers: { Accept: "application/json" } });
      const said = await answer.json();
      if (mine === turn) tell(box, said);
    } catch {
      // it is checked again when it is saved
    }
  }

  function boxOf(form) {
    const box = form.querySelector("[data-makes]") || document.createElement("output");
    box.dataset.makes = "";
    box.className = "v-what";
    if (!box.isConnected) form.append(box);
    return box;
  }

  function look(input) {
    const quick = input.closest("[data-quick]");
    const form = input.form;
    if (quick) {
      const [, number, keys] = quick.elements.keys.value.match(/^(?:\s*(\d+):)?(.*)$/);
      const card = document.getElementById(`table-${number || quick.elements.table.value.trim()}`);
      const own = card && card.querySelector("form");
      tell(boxOf(quick), null);
      if (!own || keys.trim().split(/[\s;]+/).length < own.querySelectorAll("input[name^=points]").length) return;
      const data = new FormData(own);
      data.set("keys", keys);
      ask(own.action, data, boxOf(quick));
    } else if (form && input.name.startsWith("points") && input.closest("[data-card]")) {
      const fields = [...form.querySelectorAll("input[name^=points]")];
      tell(boxOf(form), null);
      if (fields.every((field) => field.value.trim())) ask(form.action, new FormData(form), boxOf(form));
    }
  }

  document.addEventListener("input", ({ target }) => {
    turn += 1;
    clearTimeout(timer);
    timer = setTimeout(() => { if (target.isConnected) look(target); }, PAUSE);
  });

  // it belongs to the table that was typed: the line goes on to the next one
  document.addEventListener("submit", ({ target }) => {
    turn += 1;
    clearTimeout(timer);
    const box = target.querySelector("[data-makes]");
    if (box) box.textContent = "";
  }, true);
})();
