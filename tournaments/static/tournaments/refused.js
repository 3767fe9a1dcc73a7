// What was refused is seen, on every page of the desk: its reason is brought to where the eye is, the field that it is
// about takes the focus, and whoever hears the page hears both together.
"use strict";
(() => {
  const REASONS = ".v-problem[role=alert], [data-refusal]";
  const FIELDS = "input:not([type=hidden]), select, textarea";
  const desk = document.getElementById("desk");
  let numbered = 0;

  // shown, on the screen, and not below something that stays in place
  function inSight(reason) {
    const { left, top, bottom, width } = reason.getBoundingClientRect();
    if (!width || top < 0 || bottom > innerHeight) return false;
    const hit = document.elementFromPoint(left + Math.min(width / 2, 40), (top + bottom) / 2);
    return Boolean(hit) && (reason.contains(hit) || hit.contains(reason));
  }

  // the field that names the reason, the one that stands directly before it, or the first that is wrong; a reason of the
  // whole form has none
  function fieldOf(reason) {
    const named = reason.id && document.querySelector(`[aria-describedby~="${CSS.escape(reason.id)}"]`);
    if (named) return named;
    const place = reason.closest("form, fieldset, .v-table, article");
    if (!place) return null;
    const wrong = place.querySelector("[aria-invalid=true]");
    const before = reason.previousElementSibling;
    const field = before && (before.matches(FIELDS) ? before : [...before.querySelectorAll(FIELDS)].at(-1));
    return field && (!wrong || field.matches("[aria-invalid=true]")) ? field : wrong;
  }

  function join(reason, field) {
    reason.id ||= `reason-${numbered += 1}`;
    const said = (field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean);
    if (!said.includes(reason.id)) field.setAttribute("aria-describedby", [...said, reason.id].join(" "));
    field.setAttribute("aria-invalid", "true");
  }

  function bring(reason, takesFocus) {
    for (let fold = reason.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const field = fieldOf(reason);
    if (field) join(reason, field);
    if (takesFocus && !reason.contains(document.activeElement)) {
      if (!field) reason.tabIndex = -1;
      (field || reason).focus({ preventScroll: true });
    }
    if (!inSight(reason)) reason.scrollIntoView({ block: "center" });
  }

  // the page is the answer to what was sent; what a round says of itself is none
  function arrive() {
    const main = document.getElementById("main") || document.body;
    const folded = (reason) => Boolean(reason.closest("details:not([open])"));
    const answers = (reason) => !desk || reason.closest(".v-table") || reason.matches("[data-refusal]");
    const reason = [...main.querySelectorAll(REASONS)].find((each) => each.textContent.trim() && answers(each) && (folded(each) || each.getClientRects().length));
    if (reason) bring(reason, true);
  }
  // after the place that its address names has been scrolled to
  addEventListener("load", () => requestAnimationFrame(arrive));

  // a reason that comes later: whoever types something else meanwhile is left in peace, the line above the tables counts it
  if (!desk) return;
  const idle = (field) => !field.matches(FIELDS) || field.value === field.defaultValue;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      const reason = node.nodeType === Node.ELEMENT_NODE && (node.matches(REASONS) ? node : node.querySelector(REASONS));
      if (!reason || !reason.textContent.trim() || !reason.closest(".v-table")) continue;
      const now = document.activeElement;
      const mine = now.closest(".v-table") === reason.closest(".v-table");
      if (mine || (now !== document.body && idle(now) && !now.closest("[data-quick]"))) bring(reason, false);
    }
  }).observe(desk.parentNode, { childList: true, subtree: true });
})();
