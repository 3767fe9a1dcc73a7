// What is being pressed or dragged is not exchanged under the finger: a press that begins on one element and ends on
// another is none. Whoever exchanges parts of the page awaits `released()` first.
"use strict";
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
