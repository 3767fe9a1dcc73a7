// Checking in without a reload: a row is pressed, or a number is typed or scanned; the field keeps the focus.
"use strict";
(() => {
  const desk = () => document.getElementById("desk");
  let chain = Promise.resolve();
  let leaving = false;
  addEventListener("beforeunload", () => { leaving = true; });
  if (document.activeElement === document.body) document.getElementById("scan").focus();

  async function send(action, data, back) {
    const answer = await fetch(action, { method: "POST", body: data });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("desk");
    if (!next) { location.reload(); return; }
    // what is typed while an answer comes stays typed
    const field = document.getElementById("scan");
    const typed = field.value;
    const typing = document.activeElement === field;
    for (const card of next.querySelectorAll("[data-card]")) {
      const old = desk().querySelector(`[data-card="${card.dataset.card}"]`);
      if (old && old.outerHTML !== card.outerHTML) {
        const made = document.importNode(card, true);
        // what was chosen meanwhile stays chosen
        for (const select of old.querySelectorAll("select[name]")) {
          const same = made.querySelector(`select[name="${select.name}"]`);
          if (same && [...same.options].some((one) => one.value === select.value)) same.value = select.value;
        }
        old.replaceWith(made);
      }
      else if (!old) { location.reload(); return; }
    }
    desk().dataset.version = next.dataset.version;
    const fresh = document.getElementById("scan");
    fresh.value = typed;
    const focus = typing ? fresh : back && desk().querySelector(back);
    if (focus) focus.focus({ preventScroll: true });
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-scan], [data-rows]")) return;
    event.preventDefault();
    const data = new FormData(form);
    let back = "#scan";
    if (form.matches("[data-rows]")) {
      if (!event.submitter) return;
      data.set(event.submitter.name, event.submitter.value);
      const id = event.submitter.value.split(":")[1];
      back = `button[name=who][value$=":${id}"]`;
    } else {
      form.elements.text.value = "";
    }
    // a scanner is quicker than an answer: one after the other, none lost
    chain = chain.then(() => send(form.action, data, back)).catch(() => {
      // a page that is being left breaks off what it asked; to load it again would keep it from being left
      if (!leaving) location.reload();
    });
  });
})();
