/* Shows the hall's clock. Where it stands is written on the page ([data-clock]) and counts from there by the
   server's time, so all screens keep step whatever their own clocks say. Without this script the page says until
   when the time runs. */
(() => {
  "use strict";
  const SAMPLES = 3, AGAIN = 120000, FAR = 12 * 3600000;
  let base = 0;              // the server's time minus performance.now(), in ms; 0 until it was measured
  let timer = 0, measuring = false;

  const now = () => performance.now() + base;
  const rest = ms => new Promise(done => setTimeout(done, ms));

  /* the answer that came quickest says best what time it is there */
  async function measure() {
    if (measuring || document.hidden) return;
    measuring = true;
    let quickest = Infinity, difference = 0;
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      try {
        const sent = performance.now();
        const answer = await fetch("/time/", { cache: "no-store", signal: AbortSignal.timeout(4000) });
        const came = performance.now();
        const server = (await answer.json()).now;
        if (answer.ok && came - sent < quickest) {
          quickest = came - sent;
          difference = server - (sent + came) / 2;
        }
      } catch { /* what was measured before still holds */ }
      await rest(50 + Math.random() * 100);
    }
    measuring = false;
    if (quickest < Infinity) {
      base = difference;
      document.dispatchEvent(new CustomEvent("viertal:time", { detail: { base } }));
    }
    tick();
  }

  const two = number => String(number).padStart(2, "0");
  function written(ms) {
    const all = Math.ceil(ms / 1000), hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
  }

  function left(state) {
    const stood = Number(state.dataset.left);
    if (!state.dataset.at) return stood;
    const gone = Math.max(0, now() - Number(state.dataset.at));
    if (gone <= stood) return stood - gone;
    if (state.dataset.kind !== "move") return 0;
    const glass = Number(state.dataset.seconds) * 1000;
    return glass - (gone - stood) % glass;
  }

  /* how long it is to what comes next on the schedule; far away it needs no figures. Once its time has passed, its
     line says what was planned in place of the time that stands before */
  function countDown(until) {
    const ms = Number(until.dataset.until) - now();
    const text = ms <= 0 ? until.dataset.pastText : ms < FAR ? until.dataset.inText.replace("{time}", written(ms)) : "";
    until.previousElementSibling.hidden = ms <= 0;
    if (until.textContent !== text) until.textContent = text;
  }

  const put = (face, text, look) => {
    if (face.textContent !== text) face.textContent = text;
    if (face.dataset.look !== look) face.dataset.look = look;
  };

  /* a page of several tournaments has a clock in each of their cards ([data-hall]) */
  function tick() {
    clearTimeout(timer);
    const states = document.querySelectorAll("[data-clock]"), untils = document.querySelectorAll("[data-until]");
    if ((states.length || untils.length) && !base && !measuring) measure();
    if (base) for (const until of untils) countDown(until);
    if (base && untils.length) timer = setTimeout(tick, 1000 - now() % 1000 + 5);
    if (!states.length || !base) {
      if (!states.length) for (const face of document.querySelectorAll("[data-face]")) put(face, "", "");
      return;
    }
    let next = untils.length ? 1000 - now() % 1000 + 5 : Infinity;
    for (const state of states) {
      const ms = left(state), runs = Boolean(state.dataset.at);
      for (const face of (state.closest("[data-hall]") || document).querySelectorAll("[data-face]")) {
        if (runs && ms <= 0) put(face, face.dataset.overText, "over");
        else if (!runs) put(face, `${written(ms)} ${face.dataset.pausedText}`, "paused");
        else put(face, written(ms), state.dataset.kind === "move" ? "glass" : ms < 60000 ? "last" : "runs");
      }
      if (runs && ms > 0) next = Math.min(next, ms % 1000 + 5);
    }
    clearTimeout(timer);
    if (next < Infinity) timer = setTimeout(tick, next);
  }

  document.addEventListener("viertal:updated", tick);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && base) measure(); });
  setInterval(() => { if (document.querySelector("[data-clock][data-at], [data-until]")) measure(); }, AGAIN + Math.random() * 30000);
  // the desk puts whole cards in place of old ones
  const desk = document.getElementById("desk");
  if (desk) new MutationObserver(changes => {
    if (changes.some(change => [...change.addedNodes].some(node => node.querySelector && (node.matches("[data-card=clock]") || node.querySelector("[data-clock]"))))) tick();
  }).observe(desk.parentNode, { childList: true, subtree: true });
  if (document.documentElement.classList.contains("wall")) measure();
  tick();
})();
