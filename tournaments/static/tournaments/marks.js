/* Arrows and marks that a reader draws on a board: held for a moment, with the other button of a mouse, or once drawing
   was chosen, a stroke from square to square is an arrow and a touch is a ring; drawn again it goes. A tap wipes all, and
   so does another position. Nothing is kept or sent.

   const marks = viertalMarks(box, square)
     box           the element of the board           square(x, y)   what lies there in the window: {x, y, size}, the
     marks.choose  takes a button that chooses it                    middle and the width of a square; null beside it
     marks.at(key) says which position is shown */
(() => {
  "use strict";
  const HELD = 350, STILL = 10;   // ms that a finger rests before it draws, px that it may tremble
  const NS = "http://www.w3.org/2000/svg";

  window.viertalMarks = (box, square) => {
    const svg = document.createElementNS(NS, "svg"), strokes = new Map();
    let begun = null, drew = false, held = 0, from = null, chosen = false, shown = null, button = null;
    svg.setAttribute("class", "drawn");
    svg.setAttribute("aria-hidden", "true");
    box.classList.add("draws");

    const path = ({ x, y, size }, end) => {
      const length = Math.hypot(end.x - x, end.y - y);
      if (length < size / 2) { const r = size * .44; return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`; }
      const [across, down] = [(end.x - x) / length, (end.y - y) / length], head = size * .3;
      const tip = side => `${end.x - head * (across + side * down)} ${end.y - head * (down - side * across)}`;
      return `M${x} ${y}L${end.x} ${end.y}M${tip(1)}L${end.x} ${end.y}L${tip(-1)}`;
    };
    function render(stroke) {
      svg.setAttribute("viewBox", `0 0 ${box.clientWidth} ${box.clientHeight}`);
      svg.replaceChildren(...[...strokes.values(), ...(stroke ? [stroke] : [])].map(([one, other]) => {
        const made = document.createElementNS(NS, "path");
        made.setAttribute("d", path(one, other));
        made.setAttribute("stroke-width", one.size / 7);
        return made;
      }));
      if (!svg.isConnected) box.append(svg);   // a board that was laid anew has lost it
    }
    function wipe() { if (strokes.size) { strokes.clear(); render(); } }
    function find(event) {
      const there = square(event.clientX, event.clientY), at = box.getBoundingClientRect();
      return there && { x: Math.round(there.x - at.left), y: Math.round(there.y - at.top), size: there.size };
    }
    function begin(event) {
      begun = find(event);
      if (!begun) return;
      drew = true;
      box.setPointerCapture(event.pointerId);
      render([begun, begun]);
    }
    function rest() { clearTimeout(held); held = 0; }
    function end() { rest(); begun = from = null; render(); }

    box.addEventListener("pointerdown", event => {
      rest();
      drew = false;
      if (!event.isPrimary) { if (begun) end(); return; }
      from = event;
      if (chosen || event.button === 2) begin(event);
      else if (!event.button) held = setTimeout(() => begin(event), HELD);
    });
    box.addEventListener("pointermove", event => {
      if (begun) { const to = find(event); if (to) render([begun, to]); }
      else if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL) { rest(); from = null; }
    });
    box.addEventListener("pointerup", event => {
      if (begun) {
        const to = find(event), name = to && `${begun.x} ${begun.y} ${to.x} ${to.y}`;
        if (to && !strokes.delete(name)) strokes.set(name, [begun, to]);
      } else if (from && !event.button) wipe();
      end();
    });
    box.addEventListener("pointercancel", end);
    // what draws neither scrolls, nor steps through the game, nor moves a piece, nor opens a menu
    box.addEventListener("touchmove", event => { if (begun) event.preventDefault(); }, { passive: false });
    box.addEventListener("touchend", event => { if (drew) event.stopPropagation(); });
    box.addEventListener("click", event => { if (drew && event.detail) event.stopPropagation(); }, true);
    box.addEventListener("contextmenu", event => { if (drew || held) event.preventDefault(); });

    return {
      choose(made) {
        button = made;
        const show = () => { button.setAttribute("aria-pressed", String(chosen)); box.classList.toggle("drawing", chosen); };
        made.addEventListener("click", () => { chosen = !chosen; show(); });
        show();
        return made;
      },
      at(key) { if (key !== shown) { shown = key; wipe(); } },
    };
  };
})();
