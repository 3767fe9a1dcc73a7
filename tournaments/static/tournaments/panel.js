/* A name in the standings opens the player's panel beside them; the address follows, so that Back closes it, a reload
   keeps it and a live update renews it. Without this script the name leads to the same standings with the panel. */
(() => {
  "use strict";
  const region = document.querySelector("[data-live]");
  const NAME = "table[data-why] th[scope=row] > a", PANEL = /\/player\/(\d+)\/$/, PATIENCE = 8000;
  if (!region) return;
  let asked = 0;

  const panel = () => document.getElementById("panel");
  const ranks = () => region.querySelector(".ranks");
  const number = () => PANEL.exec(location.pathname)?.[1];

  function light() {
    const open = number();
    for (const link of region.querySelectorAll(NAME)) {
      if (PANEL.exec(link.pathname)?.[1] === open) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    }
  }

  /* puts the panel of the address in place; where it cannot be had, the server's page is loaded */
  async function show() {
    const mine = ++asked, address = new URL(location.href);
    if (!number()) { panel()?.remove(); light(); return; }
    light();
    try {
      const answer = await fetch(`${address.pathname}panel/${address.search}`, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const made = page.getElementById("panel");
      if (!answer.ok || !made) throw new Error("no panel");
      if (mine !== asked) return;
      panel()?.remove();
      ranks().insertBefore(document.importNode(made, true), ranks().querySelector(".notes"));
      panel().scrollTop = 0;
      document.title = page.title;
      document.dispatchEvent(new CustomEvent("viertal:panel"));
      document.getElementById("panel-title").focus({ preventScroll: true });
    } catch { if (mine === asked) location.reload(); }
  }

  function close() {
    const link = panel()?.querySelector("[data-close-panel]"), was = number();
    if (!link) return;
    if (history.state?.panel) history.back();
    else { history.pushState(null, "", link.pathname + link.search); show(); }
    document.querySelector(`#p${was} > th > a`)?.focus({ preventScroll: true });
  }

  /* the player a line above or below, in the same place of the history: Back closes the panel still */
  function step(link) {
    if (!link) return;
    history.replaceState(history.state, "", link.href);
    show();
  }

  document.addEventListener("click", event => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const name = event.target.closest(NAME);
    if (name && ranks() && PANEL.test(name.pathname)) {
      event.preventDefault();
      if (panel() && PANEL.exec(name.pathname)[1] === number()) { close(); return; }
      history[number() ? "replaceState" : "pushState"]({ panel: true }, "", name.href);
      show();
    } else if (event.target.closest("[data-close-panel]")) { event.preventDefault(); close(); }
    else if (ranks() && event.target.closest("[data-panel-step]")) { event.preventDefault(); step(event.target.closest("[data-panel-step]")); }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && panel() && !document.querySelector("dialog[open]")) close();
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !panel()?.contains(document.activeElement)) return;
    event.preventDefault();
    step(panel().querySelector(`[data-panel-step][rel=${way}]`));
  });
  addEventListener("popstate", show);
})();
