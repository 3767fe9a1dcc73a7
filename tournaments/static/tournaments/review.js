// Picking and placing without a reload: by click or Enter, arrow keys and Escape, or by dragging. What a place
// costs comes from the server, and so do the questions; this only fetches the same pages in place.
"use strict";
(() => {
  const desk = () => document.getElementById("desk");
  const base = desk().dataset.review;
  const say = (text) => { const line = desk().querySelector("[data-said]"); if (line) line.textContent = text; };
  let dragged = null;
  let weighing = Promise.resolve();

  const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("desk");

  function take(next, focus) {
    if (!next) { location.reload(); return; }
    const y = scrollY;
    desk().replaceWith(document.importNode(next, true));
    scrollTo(0, y);
    const target = focus && desk().querySelector(focus);
    if (target) target.focus({ preventScroll: !focus.startsWith("[data-preview]") });
  }

  async function go(query, focus) {
    const answer = await fetch(base + query, { headers: { Accept: "text/html" } });
    history.replaceState(null, "", base + query);
    take(await parse(answer), focus);
  }

  async function atOnce(place, player) {
    const form = desk().querySelector("[data-at-once]");
    form.elements.pick.value = player;
    form.elements.with.value = place.dataset.player || "";
    form.elements.to.value = place.dataset.to || "";
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    history.replaceState(null, "", base);
    take(await parse(answer), `[data-player="${player}"]`);
  }

  const choose = (place, player) => place.dataset.grade === "free"
    ? atOnce(place, player)
    : go(`?pick=${player}&${place.dataset.to ? `to=${place.dataset.to}` : `with=${place.dataset.player}`}`, "[data-preview] button");

  document.addEventListener("click", (event) => {
    const place = event.target.closest("a.v-place, [data-let-go]");
    if (!place || event.metaKey || event.ctrlKey || !desk().contains(place)) return;
    event.preventDefault();
    const picked = desk().dataset.picked;
    if (place.matches("[data-let-go], .v-picked")) go("", picked && `[data-player="${picked}"]`);
    else if (picked) choose(place, picked);
    else go(`?pick=${place.dataset.player}`, `[data-player="${place.dataset.player}"]`);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (desk().dataset.picked || desk().querySelector("[data-preview]"))) {
      const picked = desk().dataset.picked;
      go("", picked ? `[data-player="${picked}"]` : "a.v-place");
      return;
    }
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !document.activeElement || !document.activeElement.matches("a.v-place")) return;
    const places = [...desk().querySelectorAll("a.v-place")];
    const next = places[places.indexOf(document.activeElement) + step];
    if (next) { event.preventDefault(); next.focus(); }
  });

  const tell = (event) => {
    const place = event.target.closest && event.target.closest("a.v-place");
    if (place && place.dataset.cost !== undefined) say(place.dataset.cost);
  };
  document.addEventListener("focusin", tell);
  document.addEventListener("mouseover", tell);

  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-preview]")) return;
    event.preventDefault();
    const data = new FormData(event.target);
    if (event.submitter && event.submitter.name) data.set(event.submitter.name, event.submitter.value);
    const answer = await fetch(event.target.action, { method: "POST", body: data });
    history.replaceState(null, "", base);
    take(await parse(answer), data.get("pick") ? `[data-player="${data.get("pick")}"]` : "[data-preview] button");
  });

  // while a player is dragged, the places get their grades where they stand
  document.addEventListener("dragstart", (event) => {
    const place = event.target.closest("a.v-place[data-player]");
    if (!place) return;
    dragged = place.dataset.player;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged);
    weighing = weigh(dragged).catch(() => {});
  });
  async function weigh(mine) {
    const fresh = await parse(await fetch(`${base}?pick=${mine}`, { headers: { Accept: "text/html" } }));
    if (!fresh || dragged !== mine) return;
    for (const next of fresh.querySelectorAll("a.v-place[data-player]")) {
      for (const old of desk().querySelectorAll(`a.v-place[data-player="${next.dataset.player}"]`)) {
        old.className = next.className;
        old.innerHTML = next.innerHTML;
        for (const name of ["grade", "cost"]) if (next.dataset[name] !== undefined) old.dataset[name] = next.dataset[name];
      }
    }
    for (const room of fresh.querySelectorAll("a.v-place[data-to]")) {
      const list = room.dataset.to === "bye" || room.dataset.to === "new"
        ? desk().querySelector(".v-out ul") : desk().querySelector(`[data-card="table-${room.dataset.to}"] ul`);
      if (list && !list.querySelector(`[data-to="${room.dataset.to}"]`)) list.append(document.importNode(room.closest("li"), true));
    }
  }
  const target = (event) => dragged && event.target.closest && event.target.closest("a.v-place");
  document.addEventListener("dragover", (event) => {
    const place = target(event);
    for (const old of desk().querySelectorAll(".v-over")) if (old !== place) old.classList.remove("v-over");
    if (!place || place.dataset.player === dragged) return;
    event.preventDefault();
    place.classList.add("v-over");
    if (place.dataset.cost !== undefined) say(place.dataset.cost);
  });
  document.addEventListener("drop", async (event) => {
    const place = target(event);
    if (!place || place.dataset.player === dragged) return;
    event.preventDefault();
    const player = dragged;
    // dropped quicker than weighed: what it costs is known before it is done
    await weighing;
    dragged = null;
    choose(place, player);
  });
  document.addEventListener("dragend", (event) => {
    if (!dragged || event.dataTransfer.dropEffect !== "none") return;
    dragged = null;
    go("", null);
  });
})();
