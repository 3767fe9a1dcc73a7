// The strip above each page of the desk stays true by itself: where the evening stands, who else is at the desk, and
// whether what was typed is saved. The page of a round exchanges itself (desk.js), and the strip with it.
"use strict";
(() => {
  const strip = document.querySelector("[data-strip]");
  if (!strip) return;
  const own = strip.dataset;
  const desk = () => document.getElementById("desk");
  const LONGEST = 10000; // ms; an answer that takes longer is none
  let version = Number(own.version);
  let told = version;
  let busy = false;
  let sent = false; // a form is on its way
  let over = false; // the login answers in the page's place, or the right is gone: nothing is asked until they look again

  const unfold = strip.querySelector(".v-unfold");
  strip.classList.add("v-folds");
  unfold.addEventListener("click", () => unfold.setAttribute("aria-expanded", String(strip.classList.toggle("v-unfolded"))));

  // strip and path say what the page says; what is folded beside them stays so, and the focus where it was
  window.exchangePath = (fresh) => {
    let changed = false;
    for (const old of document.querySelectorAll("[data-path]")) {
      const next = fresh.querySelector(`[data-path="${old.dataset.path}"]`);
      if (!next || old.outerHTML === next.outerHTML) continue;
      const here = old.contains(document.activeElement) && [...old.querySelectorAll("a")].indexOf(document.activeElement);
      const made = document.importNode(next, true);
      old.replaceWith(made);
      if (here !== false) made.querySelectorAll("a")[here]?.focus({ preventScroll: true });
      changed = true;
    }
    if (changed) document.dispatchEvent(new CustomEvent("viertal:updated"));
  };

  // what stands in a form and was not sent, what was refused, and results that wait for the line
  const changed = (field) => {
    if (["hidden", "submit", "button", "reset", "search", "fieldset", "output"].includes(field.type) || field.readOnly) return false;
    if (field.options) {
      const given = [...field.options].some((option) => option.defaultSelected);
      return given ? [...field.options].some((option) => option.selected !== option.defaultSelected) : field.selectedIndex > 0;
    }
    return field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? "");
  };
  function unsaved() {
    if (window.results && window.results.all().length) return true;
    // check-ins wait in a row of their own, which is counted
    if (document.querySelector("#main [aria-invalid=true], #main .v-wrong, #main .v-sending, #main [data-pending]:not(:empty)")) return true;
    // the line for results goes from table to table by itself
    const open = (form) => form.matches("[data-quick]") ? Boolean(form.elements.keys.value) : [...form.elements].some(changed);
    return [...document.querySelectorAll("#main form")].some((form) => form.getAttribute("method") === "post" && form.target !== "_blank" && open(form));
  }
  let typed = false; // whether anything was, since the page came
  function sayTyped() {
    const line = strip.querySelector("[data-typed]");
    const open = unsaved();
    typed = typed || open;
    line.hidden = !typed;
    line.classList.toggle("v-open-typed", open);
    const words = open ? own.unsaved : own.saved;
    if (line.lastElementChild.textContent !== words) line.lastElementChild.textContent = words;
  }

  async function refresh() {
    if (busy || sent || over || document.hidden || (desk() && desk().dataset.versionUrl)) return;
    busy = true;
    const asked = told;
    try {
      const part = document.querySelector("[data-fresh]");
      const address = part ? location.href : `${own.strip}?at=${encodeURIComponent(location.pathname)}`;
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(LONGEST) });
      const html = await answer.text();
      if (window.released) await window.released();
      if (answer.ok && !answer.redirected) {
        const fresh = new DOMParser().parseFromString(html, "text/html");
        window.exchangePath(fresh);
        const next = fresh.querySelector("[data-fresh]");
        if (part && next && part.innerHTML !== next.innerHTML && !part.contains(document.activeElement) && !unsaved()) part.replaceWith(document.importNode(next, true));
        version = Math.max(version, asked);
      }
    } catch { /* it is asked again when the version is heard again */ }
    busy = false;
    if (version >= asked && told > version) setTimeout(refresh, 1000);
  }
  function hear(number) {
    told = Math.max(told, number);
    if (told > version) refresh();
  }

  async function tell() {
    if (document.hidden) return;
    let answered = null;
    try {
      const answer = await fetch(own.strip, { headers: { Accept: "application/json" }, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(LONGEST) });
      over = answer.type === "opaqueredirect" || answer.status === 403;
      if (answer.ok) answered = await answer.json();
    } catch { /* without an answer it says so */ }
    const line = strip.querySelector("[data-others]");
    strip.classList.toggle("v-alone", !answered);
    line.hidden = answered !== null && !answered.others.length;
    line.lastElementChild.textContent = answered ? answered.others.join(", ") : over ? own.out : own.away;
    if (answered) hear(answered.version);
  }

  document.addEventListener("submit", (event) => { sent = event.target.target !== "_blank" && !event.defaultPrevented; });
  addEventListener("pageshow", () => { sent = false; sayTyped(); tell(); });
  for (const name of ["input", "change", "desk:taken", "results:saved", "reset"]) document.addEventListener(name, () => setTimeout(sayTyped));
  let events = null;
  if (own.liveUrl && window.EventSource && !(desk() && desk().dataset.liveUrl)) {
    events = new EventSource(own.liveUrl);
    events.addEventListener("version", (event) => hear(Number(event.data)));
  }
  const LIVE = 4; // turns of a second; who is here is then all that is asked for
  let turn = 0;
  setInterval(() => {
    sayTyped();
    turn += 1;
    const live = desk() || (events && events.readyState === EventSource.OPEN);
    if (!over && (!live || turn % LIVE === 0)) tell();
  }, 1000);
  document.addEventListener("visibilitychange", tell);
  addEventListener("focus", () => { if (over) tell(); });
})();
