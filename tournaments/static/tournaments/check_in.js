// Checking in without a reload: a row is pressed, or a number is typed or scanned, wherever the focus is.
// A scanner is quicker than an answer: what is asked waits in a row, one after the other, and none is lost, neither
// when the server is away for a while nor when the page is left. Saying twice that somebody is here changes nothing.
"use strict";
(() => {
  const AGAIN = 1000; // ms between tries while the server does not answer
  const READ = 3000; // ms in which a refusal can have been read before the next is typed
  const desk = () => document.getElementById("desk");
  const scan = () => document.getElementById("scan");
  const waiting = []; // { action, data, back, label, typed }, the first one is being asked
  let asking = false;
  let leaving = false;
  let shownAt = 0; // when the last answer was shown
  let flying = false; // whether the first of those that wait is on its way
  let reloading = false;
  let closing = null; // the form to be sent when nothing waits any more
  if (document.activeElement === document.body) scan().focus();

  function reload() {
    reloading = true;
    location.reload();
  }

  async function answered(answer, { back, typed }) {
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("desk");
    if (!next) { reload(); return; }
    await released();
    keep(typed);
    const typing = document.activeElement === scan();
    for (const card of next.querySelectorAll("[data-card]")) {
      const old = desk().querySelector(`[data-card="${card.dataset.card}"]`);
      if (!old) { reload(); return; }
      if (old.outerHTML === card.outerHTML) continue;
      const made = document.importNode(card, true);
      // what was chosen meanwhile stays chosen
      for (const select of old.querySelectorAll("select[name]")) {
        const same = made.querySelector(`select[name="${select.name}"]`);
        if (same && [...same.options].some((option) => option.value === select.value)) same.value = select.value;
      }
      old.replaceWith(made);
    }
    shownAt = Date.now();
    desk().dataset.version = next.dataset.version;
    desk().dataset.url = next.dataset.url;
    const focus = typing ? scan() : back && desk().querySelector(back);
    if (focus) focus.focus({ preventScroll: true });
  }

  // a refusal stays to be read, though the next was typed before or soon after it, whenever that is answered
  function keep(typed) {
    const problem = desk().querySelector("[data-card=said] .v-problem");
    if (!problem || typed - shownAt > READ) return;
    const line = document.createElement("li");
    line.append(problem.cloneNode(true), " ");
    const seen = document.createElement("button");
    seen.type = "button";
    seen.className = "v-quiet";
    seen.textContent = "OK";
    seen.addEventListener("click", () => { line.remove(); scan().focus(); });
    line.append(seen);
    document.querySelector("[data-refused]").append(line);
  }

  function unsent(away, signedOut = false) {
    const line = document.querySelector("[data-unsent]");
    line.hidden = !away;
    line.querySelector("a").hidden = !signedOut;
    line.querySelector("b").hidden = signedOut;
    line.querySelector("span").textContent = waiting.map((request) => request.label).join(", ");
  }

  // how many are on their way, once that takes longer than a blink
  function pending() {
    const line = document.querySelector("[data-pending]");
    const many = waiting.length;
    line.textContent = !many ? "" : (many === 1 ? line.dataset.one : line.dataset.many.replace("{n}", many)) +
      (closing ? ` ${line.dataset.then}` : "");
  }

  async function ask() {
    if (asking || leaving) return;
    asking = true;
    pending();
    while (waiting.length && !leaving) {
      const { action, data } = waiting[0];
      let answer;
      flying = true;
      try {
        answer = await sendForm(action, data, { keepalive: true });
      } catch {
        answer = null;
      }
      flying = false;
      if (leaving) break;
      const signedOut = Boolean(answer) && new URL(answer.url).pathname === document.querySelector("[data-unsent] a").pathname;
      if (!answer || signedOut || answer.status >= 500) {
        unsent(true, signedOut);
        await new Promise((done) => setTimeout(done, AGAIN));
        continue;
      }
      unsent(false);
      await answered(answer, waiting.shift());
      pending();
    }
    asking = false;
    if (closing && !leaving) closeNow();
  }

  // the form as it stands now: who was checked in meanwhile is not asked about any more
  function closeNow() {
    closing = null;
    const form = document.querySelector("form[data-close]");
    if (form) form.submit();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-close]") && waiting.length) {
      event.preventDefault();
      closing = form;
      pending();
      return;
    }
    if (!form.matches("[data-scan], [data-rows]")) return;
    event.preventDefault();
    const data = new FormData(form);
    let back = "#scan";
    let label = "";
    if (form.matches("[data-rows]")) {
      if (!event.submitter) return;
      data.set(event.submitter.name, event.submitter.value);
      const id = event.submitter.value.split(":")[1];
      back = `button[name=who][value$=":${id}"]`;
      label = event.submitter.querySelector(".v-name").textContent;
    } else {
      label = form.elements.text.value;
      form.elements.text.value = "";
    }
    waiting.push({ action: form.action, data, back, label, typed: Date.now() });
    pending();
    ask();
  });

  // a scanner types wherever the focus is: what it types belongs into the field, not to the row that was pressed last
  document.addEventListener("keydown", (event) => {
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.closest("input, select, textarea, [contenteditable]")) scan().focus();
  });

  addEventListener("beforeunload", (event) => {
    if (waiting.length && !reloading) event.preventDefault();
  });
  // what is being asked goes on by itself; what waits behind it is given along
  addEventListener("pagehide", () => {
    leaving = true;
    for (const { action, data } of waiting.splice(0).slice(flying ? 1 : 0)) navigator.sendBeacon(action, data);
  });
  addEventListener("pageshow", () => { leaving = false; ask(); });
})();
