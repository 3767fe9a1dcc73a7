/* Turns the wallboard's pages, by the server's time: several screens turn together, and a screen that was started
   again goes on where the others are. The desk sends them ahead, or holds them at a page.
   Without this script all pages stand below each other. */
(() => {
  "use strict";
  const root = document.querySelector("[data-board]"), mark = document.querySelector("[data-page]");
  if (!root) return;
  let base = performance.timeOrigin, timer = 0;

  function turn() {
    clearTimeout(timer);
    const slides = root.querySelectorAll(".slide"), every = Number(root.dataset.seconds) * 1000;
    const now = performance.now() + base, { ahead = 0, held } = root.dataset;
    const at = Number(held ?? Math.floor(now / every) + Number(ahead)) % slides.length;
    root.classList.add("turning");
    slides.forEach((slide, index) => slide.classList.toggle("on", index === at));
    mark.textContent = slides.length > 1 ? `${at + 1} / ${slides.length}` : "";
    if (held === undefined) timer = setTimeout(turn, every - now % every + 20);
  }

  // a fresh page comes without the marks that were set here
  document.addEventListener("viertal:updated", turn);
  document.addEventListener("viertal:time", event => { base = event.detail.base; turn(); });
  turn();
})();
