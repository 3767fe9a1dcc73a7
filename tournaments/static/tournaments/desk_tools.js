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

// Sends a form. The page's token ends with the session: after a 403 it is sent once more with a fresh one, because
// somebody may have signed in again in another window. Rejects where the server cannot be reached.
window.sendForm = async (action, data, more = {}) => {
  const answer = await fetch(action, { method: "POST", body: data, ...more });
  if (answer.status !== 403) return answer;
  const page = await fetch(document.getElementById("desk").dataset.url || location.href, { headers: { Accept: "text/html" } });
  const token = new DOMParser().parseFromString(await page.text(), "text/html")
    .querySelector("#desk [name=csrfmiddlewaretoken]");
  if (!token) return answer;
  for (const old of document.querySelectorAll("[name=csrfmiddlewaretoken]")) old.value = token.value;
  data.set("csrfmiddlewaretoken", token.value);
  return fetch(action, { method: "POST", body: data, ...more });
};
