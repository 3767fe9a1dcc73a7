// What was folded away stays so, on this computer.
"use strict";
(() => {
  const key = (part) => `viertal:folded:${part.dataset.fold}`;

  // a browser may refuse to keep anything; what was folded is then forgotten with the page
  const memory = new Map();
  const folded = (part) => {
    try {
      return memory.get(key(part)) ?? localStorage.getItem(key(part));
    } catch {
      return null;
    }
  };
  function keep(part) {
    memory.set(key(part), part.open ? "no" : "yes");
    try {
      localStorage.setItem(key(part), part.open ? "no" : "yes");
    } catch (error) {
      console.warn("not kept by the browser:", error.name);
    }
  }

  // on a phone it would push the tables off the screen, so there it begins folded
  const small = matchMedia("(max-width: 40rem)");
  const open = (part) => (folded(part) ?? (small.matches ? "yes" : "no")) !== "yes";
  function apply() {
    for (const part of document.querySelectorAll("details[data-fold]")) part.open = open(part);
  }

  document.addEventListener("toggle", (event) => {
    const part = event.target;
    if (!part.matches("details[data-fold]") || !part.isConnected || part.open === open(part)) return;
    keep(part);
  }, true);
  document.addEventListener("desk:taken", apply);
  apply();
})();
