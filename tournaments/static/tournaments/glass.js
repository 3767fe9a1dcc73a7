/* The sand-glass of a table. A tap turns it: the next player has a full glass. It goes by moments, not by ticks, so
   a phone that slept shows the right time when it wakes; what stands is kept in the browser, so a reload loses nothing.
   Where moves are entered on the same phone, an entry turns it (docs/decisions/sand-glass.md):
   document.dispatchEvent(new CustomEvent("viertal:moved", {detail: {seat: 2}})), or from another page of the same
   phone localStorage.setItem("viertal.moved." + key, JSON.stringify({seat: 2, at: Date.now()})).
   seat: who moves now; 0: nobody, the game is over; keep: true: the same turn goes on. */
(() => {
  "use strict";
  const root = document.querySelector("[data-glass]");
  if (!root) return;
  const part = name => root.querySelector(`[data-${name}]`), parts = name => [...root.querySelectorAll(`[data-${name}]`)];
  const words = root.dataset, face = part("face"), say = part("say"), form = part("tell"), note = part("told-note");
  const seats = parts("seat"), outs = parts("out"), choices = [...root.querySelectorAll("[name=glass]")];
  const KEPT = `viertal.glass.${words.glass}`, MOVED = `viertal.moved.${words.glass}`, AGAIN = 15000;
  // started: whether it ever ran. ends: when it runs out, while it runs; left: what is left while it stands.
  const fresh = seconds => ({ seat: 1, seconds, started: false, ends: 0, left: seconds * 1000, out: [], sound: true, waits: false, before: null });
  let state = read() || fresh(Number(words.seconds));
  let timer = 0, spoken = -1, rung = true, sounds = null, lock = null, again = 0, sending = false;

  function read() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT));
      return kept && seats.some(seat => Number(seat.dataset.seat) === kept.seat) && kept.seconds > 0 ? kept : null;
    } catch { return null; }
  }
  function keep() {
    try { localStorage.setItem(KEPT, JSON.stringify(state)); } catch { /* it runs all the same */ }
  }

  const left = () => state.ends ? Math.max(0, state.ends - Date.now()) : state.left;
  const nameOf = seat => seats.find(button => Number(button.dataset.seat) === seat)?.dataset.name || "";
  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
  const written = ms => { const all = Math.ceil(ms / 1000); return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`; };

  function next(seat) {
    const order = seats.map(button => Number(button.dataset.seat));
    for (let step = 1; step <= order.length; step += 1) {
      const other = order[(order.indexOf(seat) + step) % order.length];
      if (!state.out.includes(other)) return other;
    }
    return seat;
  }

  /* a full glass for a seat */
  function turnTo(seat) {
    const { before, ...now } = state;
    state = { ...state, seat, started: true, ends: Date.now() + state.seconds * 1000, left: 0, before: now };
    face.classList.remove("turning");
    void face.offsetWidth;
    face.classList.add("turning");
    changed(filled(words.toMove, { name: nameOf(seat) }));
    stayAwake();
  }
  function run() {
    state = { ...state, started: true, ends: Date.now() + state.left, left: 0 };
    changed(filled(words.toMove, { name: nameOf(state.seat) }));
    stayAwake();
  }
  function pause() {
    state = { ...state, left: left(), ends: 0 };
    changed("");
    lock?.release();
  }
  function tapped() {
    if (!state.started) run();
    else if (!state.ends && state.left > 0) run();
    else turnTo(next(state.seat));
  }
  function moved({ seat, keep: same }) {
    if (!seat) { if (state.ends) pause(); return; }
    if (!seats.some(button => Number(button.dataset.seat) === seat)) return;
    if (same && state.ends && seat === state.seat) return;
    turnTo(seat);
  }

  /* the game as it was entered elsewhere, when the page opens: newer than what this phone knew */
  function catchUp({ plies, turn, out }) {
    if (plies <= (state.plies ?? 0)) return;
    state = { ...state, plies, out: [...new Set([...state.out, ...out])] };
    if (!turn || state.ends) moved({ seat: turn, keep: true });
    else if (state.seat !== turn) state = { ...state, seat: turn, left: state.seconds * 1000 };
    keep();
  }

  function changed(sentence) {
    spoken = -1;
    rung = left() === 0;
    if (sentence) say.textContent = sentence;
    keep();
    tick();
  }

  function draw() {
    const ms = left(), share = ms / (state.seconds * 1000), runs = Boolean(state.ends) && ms > 0;
    // a cone of sand: its height goes with the root of what is in it
    const high = 60 * Math.sqrt(Math.min(1, share)), low = 60 * (1 - Math.sqrt(Math.min(1, share)));
    const upper = part("upper"), lower = part("lower");
    upper.setAttribute("y", String(80 - high));
    upper.setAttribute("height", String(high));
    lower.setAttribute("y", String(148 - low));
    lower.setAttribute("height", String(low));
    part("stream").setAttribute("height", String(runs ? 69 - low : 0));
    root.dataset.look = ms === 0 ? "up" : !runs ? "still" : ms <= 10000 ? "last" : "runs";
    part("digits").textContent = written(ms);
    part("who").textContent = nameOf(state.seat);
    part("hint").textContent = ms === 0 ? words.up : !state.started ? words.start : runs ? words.turn : words.paused;
    part("pause").setAttribute("aria-pressed", String(state.started && !runs && ms > 0));
    part("pause").disabled = !state.started || ms === 0;
    part("back").disabled = !state.before;
    part("sound").setAttribute("aria-pressed", String(state.sound));
    for (const seat of seats) {
      seat.setAttribute("aria-pressed", String(Number(seat.dataset.seat) === state.seat));
      seat.disabled = state.out.includes(Number(seat.dataset.seat));
    }
    for (const box of outs) box.checked = state.out.includes(Number(box.dataset.out));
    for (const choice of choices) choice.checked = Number(choice.value) === state.seconds;
    if (form) form.hidden = ms > 0 || state.waits;
    return ms;
  }

  function tick() {
    clearTimeout(timer);
    const ms = draw();
    if (ms === 0) return over();
    if (!state.ends) return undefined;
    const seconds = Math.ceil(ms / 1000);
    if (seconds <= 10 && seconds !== spoken) {
      spoken = seconds;
      say.textContent = seconds === 10 ? filled(words.last, { seconds }) : String(seconds);
    }
    timer = setTimeout(tick, ms % 1000 || 1000);
    return undefined;
  }
  function over() {
    if (rung) return;
    rung = true;
    say.textContent = filled(words.upFor, { name: nameOf(state.seat) });
    if (state.sound) ring();
    navigator.vibrate?.([500, 200, 500, 200, 500]);
  }

  /* three falling tones; a browser lets a page sound only after a tap */
  function hear() {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!Context) return;
    sounds ||= new Context();
    if (sounds.state === "suspended") sounds.resume().catch(() => {});
  }
  function ring() {
    if (sounds?.state !== "running") return;
    [880, 740, 590].forEach((pitch, at) => {
      const tone = sounds.createOscillator(), loud = sounds.createGain(), begins = sounds.currentTime + at * .35;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(.0001, begins);
      loud.gain.exponentialRampToValueAtTime(.4, begins + .02);
      loud.gain.exponentialRampToValueAtTime(.0001, begins + .3);
      tone.connect(loud).connect(sounds.destination);
      tone.start(begins);
      tone.stop(begins + .32);
    });
    root.dataset.rang = String(Number(root.dataset.rang || 0) + 1);
  }

  async function stayAwake() {
    try {
      if (!state.ends || document.hidden || !navigator.wakeLock || (lock && !lock.released)) return;
      lock = await navigator.wakeLock.request("screen");
    } catch { /* the battery is low, or the browser will not: the time is right all the same */ }
  }

  /* told at once, or as soon as there is a connection: nothing but an answer says that there is one. It is tried again
     and again, and at once when the phone is taken up or the browser says that it is connected */
  async function tell() {
    if (sending) return;
    sending = true;
    clearTimeout(again);
    form.elements.position.value = String(state.seat);
    form.elements.seconds.value = String(state.seconds);
    let answer;
    try {
      answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: AbortSignal.timeout(8000) });
    } catch {
      state.waits = true;
      sayNote(words.waits);
      keep();
      draw();
      again = setTimeout(tell, AGAIN);
      return;
    } finally {
      sending = false;
    }
    if (!answer.ok) { form.submit(); return; }
    state.waits = false;
    sayNote(words.told);
    keep();
    form.remove();
  }
  function sayNote(sentence) {
    note.hidden = false;
    note.textContent = sentence;
  }

  face.addEventListener("click", () => { hear(); tapped(); });
  part("pause").addEventListener("click", () => state.ends ? pause() : run());
  part("sound").addEventListener("click", () => { state.sound = !state.sound; hear(); keep(); draw(); });
  part("back").addEventListener("click", () => {
    if (!state.before) return;
    // the glass runs on from where it stood, as if nobody had touched it
    state = { ...state.before, before: null };
    changed(filled(words.toMove, { name: nameOf(state.seat) }));
  });
  for (const seat of seats) seat.addEventListener("click", () => {
    const chosen = Number(seat.dataset.seat);
    if (state.started) turnTo(chosen);
    else { state.seat = chosen; changed(""); }
  });
  for (const box of outs) box.addEventListener("change", () => {
    const seat = Number(box.dataset.out);
    state.out = box.checked ? [...state.out, seat] : state.out.filter(other => other !== seat);
    if (state.out.length >= seats.length) state.out = state.out.filter(other => other !== seat);
    if (box.checked && state.seat === seat && next(seat) !== seat) state.seat = next(seat);
    keep();
    draw();
  });
  for (const choice of choices) choice.addEventListener("change", () => {
    state.seconds = Number(choice.value);
    // a glass that runs is finished first; the next one is of the new size
    if (!state.started) state.left = state.seconds * 1000;
    keep();
    draw();
  });
  form?.addEventListener("submit", event => { event.preventDefault(); tell(); });
  document.addEventListener("viertal:moved", event => moved(event.detail));
  window.addEventListener("storage", event => {
    if (event.key === MOVED && event.newValue) moved(JSON.parse(event.newValue));
    if (event.key === KEPT) { state = read() || state; rung = left() === 0 && rung; tick(); }
  });
  const retell = () => { if (state.waits && form && !document.hidden) tell(); };
  window.addEventListener("online", retell);
  window.addEventListener("focus", retell);
  window.addEventListener("pageshow", () => { tick(); retell(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { tick(); stayAwake(); retell(); } });

  for (const hidden of [face, ...parts("tools")]) hidden.hidden = false;
  if (form) form.querySelector("[data-plain]").hidden = true;
  const entered = document.getElementById("entered");
  if (entered) catchUp(JSON.parse(entered.textContent));
  rung = false;  // what ran out while the page was away is told now
  if (state.waits && form) { sayNote(words.waits); tell(); }
  tick();
  stayAwake();
})();
