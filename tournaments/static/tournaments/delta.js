/* Makes of one version of a page the next, by what the server says that changed (tournaments/web/delta.py). It works on
   a copy of what the server sent, never on what scripts and readers have made of it; `live.js` then puts the copy in place. */
(() => {
  "use strict";

  function made(source) {
    const page = new DOMParser().parseFromString(`<!doctype html><template>${source}</template>`, "text/html");
    const { childNodes } = page.querySelector("template").content;
    if (childNodes.length !== 1) throw new Error("not one element");
    return document.importNode(childNodes[0], true);
  }

  /* an element's attributes and children, step by step; throws where it is not the element that was meant */
  function change(element, steps) {
    const before = [...element.childNodes];
    const moved = new Set();
    for (const step of steps) if (step.move !== undefined) moved.add(before[step.move]);
    for (const node of moved) node.remove();
    const left = before.filter(node => !moved.has(node));
    let at = 0;
    const next = () => {
      if (at >= left.length) throw new Error("no such child");
      return left[at++];
    };
    const put = node => element.insertBefore(node, left[at] || null);
    for (const step of steps) {
      if (typeof step === "number") {
        for (let n = Math.abs(step); n > 0; n--) { const node = next(); if (step < 0) node.remove(); }
      } else if (Array.isArray(step)) change(next(), step);
      else if (typeof step === "string") {
        if (step[0] === "=") next().nodeValue = step.slice(1);
        else put(step[0] === "+" ? document.createTextNode(step.slice(1)) : made(step));
      } else if (step.set) {
        for (const [name, value] of Object.entries(step.set)) {
          if (value === null) element.removeAttribute(name); else element.setAttribute(name, value);
        }
      } else {
        const node = before[step.move];
        if (step.to) change(node, step.to);
        put(node);
      }
    }
  }

  /* how many elements there are, and the Adler-32 of their text */
  function sum(element) {
    let a = 1, b = 0;
    for (const byte of new TextEncoder().encode(element.textContent)) { a = (a + byte) % 65521; b = (b + a) % 65521; }
    return [element.querySelectorAll("*").length + 1, b * 65536 + a];
  }

  /* whether the copy has become the page that the message speaks of; it is good for nothing where it has not */
  window.applyDelta = (copy, message) => {
    try {
      change(copy, message.changes);
      const [elements, text] = sum(copy);
      return copy.dataset.digest === message.page && elements === message.sum[0] && text === message.sum[1];
    } catch { return false; }
  };
})();
