// The first hands of Quaro by touch: below each field that takes letters, the stones as buttons.
"use strict";
(() => {
  const source = document.getElementById("tap-stones");
  if (!source) return;
  const { looks, names, hand, clear } = JSON.parse(source.textContent);
  const picture = (look) => document.importNode(new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true">${looks[look]}</svg>`, "image/svg+xml").documentElement, true);
  for (const field of document.querySelectorAll("input[name^=hand]")) {
    const tray = document.createElement("div");
    tray.className = "t-tray tap";
    tray.setAttribute("role", "group");
    tray.setAttribute("aria-label", field.labels[0].textContent.trim());
    const add = (label, content, click) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "t-item";
      button.setAttribute("aria-label", label);
      button.append(content);
      button.addEventListener("click", click);
      tray.append(button);
    };
    for (const look of Object.keys(looks)) {
      add(names[look], picture(look), () => { if (field.value.replace(/\W/g, "").length < hand) field.value += look; });
    }
    add(clear, "⌫", () => { field.value = field.value.slice(0, -1); });
    (field.closest("label") || field).after(tray);
  }
})();
