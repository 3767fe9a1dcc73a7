// Shows only the options of the chosen game and system. Without it all of them are shown, with their titles.
"use strict";
for (const kind of ["game", "system"]) {
  const select = document.getElementById(`id_${kind}`);
  if (!select) continue;
  const show = () => {
    for (const part of document.querySelectorAll(`[class*="v-${kind}-"]`)) {
      part.hidden = !part.classList.contains(`v-${kind}-${select.selectedIndex}`);
    }
  };
  select.addEventListener("change", show);
  show();
}
