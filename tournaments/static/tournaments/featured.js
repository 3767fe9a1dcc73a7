/* The board on an event's first page: the newest position, drawn anew whenever the page has changed. Without this script,
   and until the game is here, the server's picture stands in its place. */
(() => {
  "use strict";
  if (!window.viertalBoard || !window.viertalPieces || !window.viertalFilm) return;
  let film = null, source = "";

  function draw() {
    const at = document.querySelector("[data-film].featured-board");
    if (!at || !film || source !== at.dataset.film || film.source.game === "kwartet") return;
    const picture = at.querySelector("img"), box = document.createElement("span");
    box.className = "boardbox";
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", picture ? picture.alt : "");
    const event = film.entry(film.plies), look = { bottom: 1, last: event ? event.last : [] };
    if (film.source.over && film.source.over.lines) look.lines = film.source.over.lines;
    at.replaceChildren(box);
    window.viertalBoard(box, film.source.game).show(film.at(film.plies), look);
  }

  async function load() {
    const at = document.querySelector("[data-film].featured-board");
    if (!at) return;
    draw();
    if (film && source === at.dataset.film && Number(at.dataset.plies) === film.plies) return;
    try {
      const answer = await fetch(at.dataset.film, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      film = window.viertalFilm(await answer.json());
      source = at.dataset.film;
    } catch { return; }
    draw();
  }
  document.addEventListener("viertal:updated", load);
  load();
})();
