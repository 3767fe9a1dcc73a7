// Sharing a game or a position: addresses and texts in a dialog, each with a button that copies it.
(() => {
  "use strict";
  const make = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const button = (text, act) => {
    const made = make("button", { type: "button", class: "step" }, text);
    made.addEventListener("click", act);
    return made;
  };

  // what there is to share of a position
  window.viertalLines = (words, text) => {
    const address = `${location.origin}/analysis/${text}/`;
    return [[words.address, address], [words.picture, `${address}picture.png`], [words.text, text]];
  };

  window.viertalShare = (words, lines) => {
    const dialog = make("dialog", { class: "sharing", "aria-label": words.share });
    for (const [label, value] of lines) {
      const field = make("input", { readonly: "", value }), said = make("span", { role: "status" });
      const copy = button(words.copy, async () => {
        field.select();
        try { await navigator.clipboard.writeText(value); } catch { document.execCommand("copy"); }
        said.textContent = words.copied;
      });
      dialog.append(make("label", {}, label, field), make("div", {}, copy, " ", said));
    }
    dialog.append(button(words.close, () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };
})();
