/* A tap on a value in the standings opens the sum that made it, without leaving the table; on a phone a tap anywhere in
   a row but on the name. Without this script the points of each player lead to the same page. */
(() => {
  "use strict";
  if (!window.HTMLDialogElement) return;
  const phone = window.matchMedia("(max-width: 40rem)");
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
    const bar = section.querySelector(".bar"), title = section.querySelector("h2");
    bar.append(close);
    // the value that was asked for stands out, but the answer comes first: what put one above another
    const asked = at && section.querySelector(`[id="w-${at}"]`);
    if (asked) asked.classList.add("asked");
    dialog.replaceChildren(section);
    dialog.setAttribute("aria-labelledby", "why-title");
    if (!dialog.open) dialog.showModal();
    title.setAttribute("tabindex", "-1");
    title.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }

  document.addEventListener("click", async event => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const row = event.target.closest("table[data-why] tbody tr");
    if (!row) return;
    const link = row.querySelector("td > a"), cell = event.target.closest("td");
    const sum = row.closest("table").dataset.why.split(" ")[[...row.children].indexOf(cell) - 2];
    if (!link || !(sum || phone.matches && !event.target.closest("a"))) return;
    event.preventDefault();
    back = link;
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(5000) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const section = page.querySelector("section[data-why]");
      if (!answer.ok || !section) throw new Error("no sum");
      open(document.importNode(section, true), sum);
    } catch (problem) {
      location.assign(link.href);
    }
  });
})();
