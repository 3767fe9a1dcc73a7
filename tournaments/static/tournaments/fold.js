// What was folded away stays so, on this computer.
"use strict";
(() => {
  const key = (part) => `viertal:folded:${part.dataset.fold}`;

  function apply() {
    for (const part of document.querySelectorAll("details[data-fold]")) part.open = localStorage.getItem(key(part)) !== "yes";
  }

  document.addEventListener("toggle", (event) => {
    const part = event.target;
    if (!part.matches("details[data-fold]") || !part.isConnected) return;
    localStorage.setItem(key(part), part.open ? "no" : "yes");
  }, true);
  document.addEventListener("desk:taken", apply);
  apply();
})();
