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

  const LONGEST = 10000; // ms; an answer that takes longer is none
  const title = document.title;

  // what was refused is still being worked on, though it came back from the server
  const typed = (card) => card.classList.contains("v-wrong") ||
    [...card.querySelectorAll("input:not([type=hidden])")].some((input) => input.value !== input.defaultValue);

  // where nothing has the focus: where the page says that one begins; a browser does that once at most, and late
  function begin() {
    if (document.activeElement !== document.body) return;
    const keyboard = !matchMedia("(pointer: coarse)").matches; // a phone's would cover half the page
    const first = desk().querySelector(keyboard ? "[autofocus], [data-begin]" : "[autofocus]");
    if (first) first.focus({ preventScroll: true });
  }

  // each page has a token of its own in its forms, and marks of what is typed here; cards that differ in nothing else stay
  function shown(card) {
    const bare = card.cloneNode(true);
    for (const mark of bare.querySelectorAll("[data-mark]")) mark.remove();
    for (const input of bare.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    bare.classList.remove("v-saving", "v-parked");
    bare.removeAttribute("data-under");
    return bare.outerHTML.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1");
  }

  // the line for results is not exchanged with the cards: it comes and goes with the round, never with what is typed in it
  function exchangeLine(now, next) {
    const line = now.querySelector("[data-line]");
    const fresh = next.querySelector("[data-line]");
    if (!line || !fresh) return;
    const quick = line.querySelector("[data-quick]");
    const used = quick && (quick.elements.keys.value || (window.results && window.results.all().length));
    if (Boolean(quick) !== Boolean(fresh.querySelector("[data-quick]")) && !used) {
      line.replaceWith(document.importNode(fresh, true));
    }
  }

  // what was refused here stays to be read, whatever others did meanwhile
  function refusal(card) {
    return card.dataset.card === "said" && card.querySelector(".v-problem");
  }

  // the whole desk is exchanged: what was typed and not entered goes along
  function carry(now, made) {
    for (const card of now.querySelectorAll(".v-table[data-table]")) {
      if (!typed(card)) continue;
      const place = made.querySelector(`.v-table[data-table="${card.dataset.table}"]`);
      if (place && place.querySelector("form")) place.replaceWith(card);
      else if (window.results && !window.results.of(card.dataset.table)) document.dispatchEvent(new CustomEvent("desk:lost", { detail: { card } }));
    }
    const said = now.querySelector("[data-card=said]");
    if (said && refusal(said)) made.querySelector("[data-card=said]").replaceWith(said);
    const quick = now.querySelector("[data-quick]");
    const place = made.querySelector("[data-quick]");
    if (quick && place && quick.action === place.action) place.replaceWith(quick);
  }

  function take(html, submitted) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const next = fresh.getElementById("desk");
    // of somebody else who signed in in this browser: this page stays its typist's
    if (!next || next.dataset.user !== desk().dataset.user) return false;
    const focused = document.activeElement;
    const place = focused && focused.closest && focused.closest("[data-card]");
    const keep = place && { card: place.dataset.card, name: focused.name, does: focused.dataset.does };
    const caret = focused && focused.closest && focused.closest("[data-quick]") && focused.selectionStart !== undefined &&
      [focused.selectionStart, focused.selectionEnd];
    const same =
      [...desk().querySelectorAll("[data-card]")].map((c) => c.dataset.card).join() ===
      [...next.querySelectorAll("[data-card]")].map((c) => c.dataset.card).join();
    if (same) {
      for (const card of next.querySelectorAll("[data-card]")) {
        const old = desk().querySelector(`[data-card="${card.dataset.card}"]`);
        if (old.dataset.card !== submitted && typed(old)) {
          const own = window.results && window.results.of(old.dataset.table);
          if (old.dataset.result !== card.dataset.result && !own) old.classList.add("v-elsewhere");
        } else if (shown(old) !== shown(card) && !refusal(old)) {
          const made = document.importNode(card, true);
          // who is about to type here has not seen what came meanwhile
          if (old === place && old.dataset.result !== card.dataset.result) made.dataset.under = "";
          old.replaceWith(made);
        }
      }
      exchangeLine(desk(), next);
      desk().dataset.version = next.dataset.version;
    } else {
      const made = document.importNode(next, true);
      carry(desk(), made);
      desk().replaceWith(made);
      if (caret && focused.isConnected) {
        focused.focus({ preventScroll: true });
        focused.setSelectionRange(...caret);
      }
    }
    window.exchangePath(fresh);
    taken += 1;
    version = Number(next.dataset.version);
    told = Math.max(told, version);
    document.dispatchEvent(new CustomEvent("desk:taken"));
    mark();
    if (keep && (keep.name || keep.does)) {
      const what = keep.name ? `[name="${keep.name}"]:not([type=hidden])` : `[data-does="${keep.does}"]`;
      const again = desk().querySelector(`[data-card="${keep.card}"] ${what}`);
      if (again && document.activeElement !== again) again.focus();
    }
    begin();
    return true;
  }

  // a table that calls is seen from another window, too
  function mark() {
    const calls = desk().querySelectorAll(".v-call-now").length;
    document.title = calls ? `⚑ ${calls} · ${title}` : title;
  }

  async function refresh() {
    if (busy || document.hidden) return;
    busy = true;
    let well = false;
    const before = taken;
    try {
      const answer = await fetch(desk().dataset.url || location.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(LONGEST) });
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
      const answer = await fetch(desk().dataset.versionUrl, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(LONGEST) });
      const state = answer.ok ? await answer.json() : {};
      if (state.version > version) hear(state.version);
      else showPercent(state.percent);
      desk().classList.toggle("v-offline", !answer.ok);
    } catch {
      desk().classList.add("v-offline");
    }
  }

  // what could not be saved stays where it was typed, and says so; sent again, it is the same
  function unsaved(card, form, answer, html) {
    const signedOut = answer && new URL(answer.url).pathname === desk().dataset.login;
    const heading = answer && !signedOut && new DOMParser().parseFromString(html, "text/html").querySelector("h1");
    let line = card.querySelector(".v-unsaved");
    if (!line) {
      line = document.createElement("p");
      line.className = "v-problem v-unsaved";
      line.setAttribute("role", "alert");
      form.append(line);
    }
    line.textContent = signedOut ? desk().dataset.signedOut : desk().dataset.unsent;
    if (heading) line.append(` (${heading.textContent.trim()})`);
    if (signedOut) {
      const link = document.createElement("a");
      link.href = `${desk().dataset.login}?next=${encodeURIComponent(location.pathname)}`;
      link.target = "_blank";
      link.textContent = desk().dataset.signIn;
      line.append(" ", link);
    }
    card.classList.add("v-wrong");
  }

  // a button of a card that does something else than enter its result
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const card = form.closest(".v-table");
    const action = event.submitter && event.submitter.getAttribute("formaction");
    if (!card || !action) return;
    event.preventDefault();
    if (card.classList.contains("v-sending")) return;
    let answer = null;
    let html = "";
    busy = true;
    card.classList.add("v-sending");
    card.querySelector(".v-unsaved")?.remove();
    try {
      answer = await sendForm(action, new FormData(form));
      html = await answer.text();
    } catch {
      answer = null;
    }
    await released();
    card.classList.remove("v-sending");
    const put = answer !== null && take(html, card.dataset.card);
    busy = false;
    if (!put) unsaved(card, form, answer, html);
    hear(told);
  });

  document.addEventListener("desk:begin", begin);
  document.addEventListener("results:saved", (event) => hear(event.detail.version));
  mark();
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
