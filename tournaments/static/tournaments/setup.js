// Shows only the options of the chosen game and system. Without it all of them are shown, with their titles.
"use strict";
for (const kind of ["game", "system"]) {
  const select = document.getElementById(`id_${kind}`);
  if (!select) continue;
  // a choice that is settled is plain text
  const place = () => select.selectedIndex ?? select.dataset.place;
  const show = () => {
    for (const part of document.querySelectorAll(`[class*="v-${kind}-"]`)) {
      part.hidden = !part.classList.contains(`v-${kind}-${place()}`);
    }
  };
  select.addEventListener("change", show);
  show();
}
// a field in a tab has no focus before its tab is shown
addEventListener("load", () => { if (document.activeElement === document.body) document.querySelector("[autofocus]")?.focus(); });
