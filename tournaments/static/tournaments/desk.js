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
    if (document.activeElement !== document.body) return;
    const keyboard = matchMedia("(pointer: fine)").matches; // a phone's would cover half the page
    const first = desk().querySelector(keyboard ? "[autofocus], [data-begin]" : "[autofocus]");
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
      well = answer.ok && (taken !== before || take(html));
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

  // what could not be saved stays where it was typed, and says so; sent again, it is the same
  function unsaved(card, form, answer, html) {
    const signedOut = answer && new URL(answer.url).pathname === desk().dataset.login;
    const said = answer && !signedOut && new DOMParser().parseFromString(html, "text/html").querySelector("h1");
    let line = card.querySelector(".v-unsaved");
    if (!line) {
      line = document.createElement("p");
      line.className = "v-problem v-unsaved";
      line.setAttribute("role", "alert");
      form.append(line);
    }
    line.textContent = signedOut ? desk().dataset.signedOut : desk().dataset.unsent;
    if (said) line.append(` (${said.textContent.trim()})`);
    if (signedOut) {
      const link = document.createElement("a");
      link.href = `${desk().dataset.login}?next=${encodeURIComponent(location.pathname)}`;
      link.target = "_blank";
      link.textContent = desk().dataset.signIn;
      line.append(" ", link);
    }
    card.classList.add("v-wrong");
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const card = form.closest(".v-table");
    if (!card) return;
    event.preventDefault();
    if (card.classList.contains("v-sending")) return;
    const data = new FormData(form);
    if (event.submitter && event.submitter.name) data.set(event.submitter.name, event.submitter.value);
    const cards = [...desk().querySelectorAll(".v-table")];
    const action = (event.submitter && event.submitter.getAttribute("formaction")) || form.action;
    let answer = null;
    let html = "";
    busy = true;
    card.classList.add("v-sending");
    card.querySelector(".v-unsaved")?.remove();
    try {
      answer = await sendForm(action, data);
      html = await answer.text();
    } catch {
      answer = null;
    }
    await released();
    card.classList.remove("v-sending");
    const done = answer !== null && answer.ok;
    const put = answer !== null && take(html, card.dataset.card);
    busy = false;
    if (!put) {
      unsaved(card, form, answer, html);
      form.elements.keys.value = "";
    }
    if (data.get("keys")) {
      document.dispatchEvent(new CustomEvent("desk:answered", { detail: { done: done && put, card: card.dataset.card } }));
    } else if (done && put) {
      const after = cards.slice(cards.indexOf(card) + 1).find((c) => c.querySelector("input"));
      const next = after && desk().querySelector(`[data-card="${after.dataset.card}"]:not(.v-done) input:not([type=hidden])`);
      if (next) next.focus();
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
