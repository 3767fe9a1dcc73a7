// What the desk's scripts share.
"use strict";

// What is being pressed or dragged is not exchanged under the finger: a press that begins on one element and ends on
// another is none. Whoever exchanges parts of the page awaits `released()` first.
(() => {
  const LONGEST = 10000; // ms; a pointer that never comes up (another window took it) holds nothing up for longer
  let down = Promise.resolve();
  let up = () => {};
  let dragging = false;
  addEventListener("pointerdown", () => {
    up();
    dragging = false;
    down = new Promise((done) => { up = done; setTimeout(done, LONGEST); });
  }, true);
  addEventListener("dragstart", () => { dragging = true; }, true);
  addEventListener("dragend", () => { dragging = false; up(); }, true);
  for (const name of ["pointerup", "pointercancel"]) {
    // the click follows what ended the press; a drag ends the pointer at its beginning
    addEventListener(name, () => { if (!dragging) setTimeout(up, 50); }, true);
  }
  window.released = () => down;
})();

// A browser may pass `autofocus` by when it is busy; the desk is typed at without a mouse.
addEventListener("load", () => {
  const field = document.querySelector("[autofocus]");
  if (field && document.activeElement === document.body && !location.hash) field.focus();
});

// Sends a form. The page's token ends with the session: after a 403 it is sent once more with a fresh one, because
// somebody may have signed in again in another window. Where nobody is signed in the answer is the page that says so;
// where somebody else is, it has `stranger`. Rejects where the server cannot be reached.
window.sendForm = async (action, data, more = {}) => {
  const answer = await fetch(action, { method: "POST", body: data, ...more });
  // in data it is a word about rights, not about the token
  if (answer.status !== 403 || (answer.headers.get("Content-Type") || "").startsWith("application/json")) return answer;
  const own = document.getElementById("desk").dataset;
  const page = await fetch(own.url || location.href, { headers: { Accept: "text/html" }, signal: more.signal });
  const desk = new DOMParser().parseFromString(await page.clone().text(), "text/html").getElementById("desk");
  if (own.login && new URL(page.url).pathname === own.login) return page;
  if (page.status >= 500) return page;
  if (own.user && (!desk || desk.dataset.user !== own.user)) return Object.assign(answer, { stranger: true });
  const token = desk && desk.querySelector("[name=csrfmiddlewaretoken]");
  if (!token) return answer;
  for (const old of document.querySelectorAll("[name=csrfmiddlewaretoken]")) old.value = token.value;
  data.set("csrfmiddlewaretoken", token.value);
  return fetch(action, { method: "POST", body: data, ...more });
};
