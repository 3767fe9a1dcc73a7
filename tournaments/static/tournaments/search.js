/* Shows who fits while one is still typing. Without it one presses the button. */
(() => {
  "use strict";
  const form = document.querySelector("[data-find]");
  if (!form) return;
  const box = form.querySelector("[name=q]");
  let timer = 0, asked = box.value.trim(), under = null;

  async function ask() {
    const query = box.value.trim();
    if (query === asked) return;
    asked = query;
    if (under) under.abort();
    const mine = under = new AbortController();
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form)).toString();
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found");
      if (mine !== under || !fresh) return;
      document.getElementById("found").replaceWith(document.importNode(fresh, true));
      // what is shown can be reloaded, sent to somebody, and is kept up to date with the rest of the page
      history.replaceState(null, "", address);
      box.setAttribute("value", query);
    } catch (problem) {
      if (problem.name !== "AbortError") asked = null;
    }
  }

  box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 180); });
  form.addEventListener("submit", event => {
    const first = document.querySelectorAll("#found a");
    if (box.value.trim() === asked && first.length === 1) { event.preventDefault(); first[0].click(); }
  });
})();
