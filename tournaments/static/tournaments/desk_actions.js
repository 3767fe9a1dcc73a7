// The search over all actions of the desk: on their page, and by "/" or Ctrl-K on every other one. It finds what the
// server finds (tournaments/web/desk_actions.py): each word typed begins a word of an action.
"use strict";
(() => {
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const shown = (box) => [...box.querySelectorAll("[data-action]:not([hidden]) > a")];

  function filter(box) {
    const wanted = fold(box.querySelector("[data-find] input").value);
    for (const row of box.querySelectorAll("[data-action]")) {
      const words = fold(row.dataset.action);
      row.hidden = !wanted.every((want) => words.some((word) => word.startsWith(want)));
    }
    for (const part of box.querySelectorAll("section")) part.hidden = !part.querySelector("[data-action]:not([hidden])");
    const { length } = shown(box);
    const said = box.querySelector("[role=status]");
    said.textContent = !wanted.length ? "" : length ? said.dataset.found.replace("{n}", length) : said.dataset.none;
  }

  // from the field to what was found and back with the arrows; Enter in the field takes the first
  function move(box, event) {
    const stops = [box.querySelector("[data-find] input"), ...shown(box)];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
  }

  function enliven(box) {
    box.addEventListener("input", () => filter(box));
    box.addEventListener("keydown", (event) => move(box, event));
    box.querySelector("[data-find]").addEventListener("submit", (event) => {
      event.preventDefault();
      if (fold(box.querySelector("[data-find] input").value).length) shown(box)[0]?.click();
    });
  }

  const link = document.querySelector("[data-every]");
  const page = document.querySelector("[data-actions]");
  if (page) enliven(page);
  let dialog = null;

  async function open() {
    if (page) { page.querySelector("[data-find] input").focus(); return; }
    let box = null;
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      box = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-actions]");
    } catch {
      box = null;
    }
    if (!box) { location.assign(link.href); return; }
    if (dialog) return; // it was asked for twice
    dialog = document.createElement("dialog");
    dialog.className = "v-find";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "v-quiet";
    close.textContent = link.dataset.every;
    close.addEventListener("click", () => dialog.close());
    const heading = box.querySelector("h2");
    heading.id = "find-title";
    dialog.setAttribute("aria-labelledby", heading.id);
    dialog.append(document.importNode(box, true), close);
    dialog.addEventListener("click", (event) => { if (event.target === dialog || event.target.closest("[data-action] a")) dialog.close(); });
    // a field of a search takes the first Escape for itself
    dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.preventDefault(); dialog.close(); } });
    dialog.addEventListener("close", () => { dialog.remove(); dialog = null; }); // the evening goes on: what can be done is asked anew
    document.body.append(dialog);
    enliven(dialog.querySelector("[data-actions]"));
    dialog.showModal();
    dialog.querySelector("[data-find] input").focus();
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-every]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    const asked = (event.key === "/" && !typing && !event.altKey) || (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey));
    if (!asked || !link) return;
    event.preventDefault();
    event.stopPropagation(); // the admin has a search of its own on Ctrl-K, which knows nothing of the event
    if (!document.querySelector("dialog[open]")) open();
  });
})();
