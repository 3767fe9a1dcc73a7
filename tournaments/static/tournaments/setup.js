// Shows only the options of the chosen game and system. Without it all of them are shown, with their titles.
"use strict";
// the theme calls the first tab "General"; beside Players it is the settings
const general = document.querySelector('#tabs-items > a[href="#general"]');
if (general) {
  const title = [...general.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (title) title.data = ` ${document.currentScript.dataset.general} `;
}
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
