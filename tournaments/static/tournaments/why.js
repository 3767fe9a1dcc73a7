/* A tap on a value in the standings opens the sum that made it, without leaving the table. Without this script the
   points of each player lead to the same page. */
(() => {
  "use strict";
  if (!window.HTMLDialogElement) return;
  let dialog = null, back = null;

  function open(section, at) {
    if (!dialog) {
      dialog = document.createElement("dialog");
      dialog.className = "why";
      dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
      dialog.addEventListener("close", () => { if (back) back.focus(); });
      document.body.append(dialog);
    }
    const close = document.createElement("button");
    close.className = "close";
    close.type = "button";
    close.textContent = document.querySelector("table[data-why]").dataset.close;
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(close, section);
    dialog.setAttribute("aria-labelledby", "why-title");
    if (!dialog.open) dialog.showModal();
    const target = at && section.querySelector(at);
    if (target) {
      target.scrollIntoView({ block: "start" });
      target.setAttribute("tabindex", "-1");
      target.focus({ preventScroll: true });
    }
  }

  document.addEventListener("click", async event => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const cell = event.target.closest("table[data-why] tbody td");
    if (!cell) return;
    const link = cell.parentElement.querySelector("td > a");
    const at = [...cell.parentElement.children].indexOf(cell) - 2;
    const last = Number(cell.closest("table").dataset.why);
    if (!link || at < 0 || at > last) return;
    event.preventDefault();
    back = link;
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(5000) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const section = page.querySelector("section[data-why]");
      if (!answer.ok || !section) throw new Error("no sum");
      open(document.importNode(section, true), `#w${at}`);
    } catch (problem) {
      location.assign(`${link.href}#w${at}`);
    }
  });
})();
