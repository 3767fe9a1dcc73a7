/* Lights the column and the row of the cell under the pointer, the finger or the focus. Without this script the row
   lights up by itself. */
(() => {
  "use strict";
  let now = null;

  function light(cell) {
    if (cell === now) return;
    for (const lit of document.querySelectorAll(".cross .lit, .cross .at")) lit.classList.remove("lit", "at");
    now = cell;
    if (!cell) return;
    const at = cell.cellIndex;
    for (const row of cell.closest("table").rows) if (row.cells[at]) row.cells[at].classList.add("lit");
    for (const other of cell.parentElement.cells) other.classList.add("lit");
    cell.classList.add("at");
  }

  const cellOf = target => target instanceof Element ? target.closest(".cross tbody td") : null;
  document.addEventListener("pointerover", event => light(cellOf(event.target)));
  // a tap gives the page behind the table the focus
  document.addEventListener("focusin", event => { const cell = cellOf(event.target); if (cell) light(cell); });
  // a fresh page comes without the marks that were set here
  document.addEventListener("viertal:updated", () => {
    const cell = now && now.isConnected ? now : null;
    now = null;
    light(cell);
  });
})();
