// The desk stays current by itself: told of a new version, it fetches itself and replaces the cards that changed.
// A card in which somebody is typing is left alone, and says so if its result was entered elsewhere meanwhile.
"use strict";
(() => {
  const desk = () => document.getElementById("desk");
  if (!desk()) return;
  let version = Number(desk().dataset.version);
  let told = version; // the newest version that was spoken of
  let taken = 0; // how often something was put in place
  let pause = 100; // ms before what was told meanwhile is fetched
  let busy = false;

  // what was refused is still being worked on, though it came back from the server
  const typed = (card) => card.classList.contains("v-wrong") ||
    [...card.querySelectorAll("input:not([type=hidden])")].some((input) => input.value !== input.defaultValue);

  // where nothing has the focus: where the page says that one begins; a browser does that once at most, and late
  function begin() {
    const first = document.activeElement === document.body && desk().querySelector("[autofocus]");
    if (first) first.focus({ preventScroll: true });
  }

  // each page has a token of its own in its forms; cards that differ in nothing else stay
  const shown = (card) => card.outerHTML.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1");

  function take(html, submitted) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const next = fresh.getElementById("desk");
    if (!next) return false;
    const focused = document.activeElement;
    const place = focused && focused.closest && focused.closest("[data-card]");
    const keep = place && { card: place.dataset.card, name: focused.name };
    const same =
      [...desk().querySelectorAll("[data-card]")].map((c) => c.dataset.card).join() ===
      [...next.querySelectorAll("[data-card]")].map((c) => c.dataset.card).join();
    if (same) {
      for (const card of next.querySelectorAll("[data-card]")) {
        const old = desk().querySelector(`[data-card="${card.dataset.card}"]`);
        if (old.dataset.card !== submitted && typed(old)) {
          if (old.dataset.result !== card.dataset.result) old.classList.add("v-elsewhere");
        } else if (shown(old) !== shown(card)) {
          old.replaceWith(document.importNode(card, true));
        }
      }
      desk().dataset.version = next.dataset.version;
    } else {
      desk().replaceWith(document.importNode(next, true));
    }
    taken += 1;
    version = Number(next.dataset.version);
    told = Math.max(told, version);
    if (keep && keep.name) {
      const again = desk().querySelector(`[data-card="${keep.card}"] [name="${keep.name}"]:not([type=hidden])`);
      if (again && document.activeElement !== again) again.focus();
    }
    begin();
    return true;
  }

  async function refresh() {
    if (busy || document.hidden) return;
    busy = true;
    let well = false;
    const before = taken;
    try {
      const answer = await fetch(desk().dataset.url || location.href, { headers: { Accept: "text/html" } });
      const html = await answer.text();
      await released();
      // an answer to what was entered meanwhile is newer
      if (answer.ok && taken === before) take(html);
      well = answer.ok;
    } catch {
      well = false;
    } finally {
      busy = false;
    }
    desk().classList.toggle("v-offline", !well);
    // what was told meanwhile is not forgotten
    pause = told > version ? Math.min(2 * pause, 5000) : 100;
    if (well && told > version) setTimeout(refresh, pause);
  }

  function hear(number) {
    told = Math.max(told, number);
    if (told > version) refresh();
  }

  function showPercent(percent) {
    const bar = desk().querySelector("progress[data-percent]");
    if (!bar || percent === null || percent === undefined) return;
    bar.hidden = false;
    bar.value = percent;
  }

  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(desk().dataset.versionUrl, { headers: { Accept: "application/json" } });
      const said = answer.ok ? await answer.json() : {};
      if (said.version > version) hear(said.version);
      else showPercent(said.percent);
      desk().classList.toggle("v-offline", !answer.ok);
    } catch {
      desk().classList.add("v-offline");
    }
  }

  document.addEventListener("submit", async (event) => {
    const card = event.target.closest(".v-table");
    if (!card) return;
    event.preventDefault();
    const data = new FormData(event.target);
    if (event.submitter && event.submitter.name) data.set(event.submitter.name, event.submitter.value);
    const cards = [...desk().querySelectorAll(".v-table")];
    busy = true;
    try {
      const action = (event.submitter && event.submitter.getAttribute("formaction")) || event.target.action;
      const answer = await fetch(action, { method: "POST", body: data });
      const done = answer.ok;
      const html = await answer.text();
      await released();
      if (!take(html, card.dataset.card)) location.reload();
      else if (data.get("keys")) document.dispatchEvent(new CustomEvent("desk:answered", { detail: { done, card: card.dataset.card } }));
      else if (done) {
        const after = cards.slice(cards.indexOf(card) + 1).find((c) => c.querySelector("input"));
        const next = after && desk().querySelector(`[data-card="${after.dataset.card}"]:not(.v-done) input:not([type=hidden])`);
        if (next) next.focus();
      }
    } catch {
      event.target.submit();
    } finally {
      busy = false;
    }
    hear(told);
  });

  begin();
  let events = null;
  if (desk().dataset.liveUrl && window.EventSource) {
    events = new EventSource(desk().dataset.liveUrl);
    events.addEventListener("version", (event) => {
      hear(Number(event.data));
    });
  }
  const quick = () => desk().querySelector("[data-wait]") !== null;
  let turn = 0;
  setInterval(() => {
    turn += 1;
    const live = events && events.readyState === EventSource.OPEN;
    if (quick() || (!live && turn % 4 === 0)) look();
  }, 500);
  document.addEventListener("visibilitychange", look);
})();
