/* Steps through a game without loading pages: fetches the page of the ply that is asked for and puts its board, words
   and list in place of those shown. Each ply keeps its own address. Without this script the links do the same. */
(() => {
  "use strict";
  const replay = () => document.getElementById("replay");
  if (!replay() || !replay().dataset.base) return;
  const PARTS = ["board", "said", "steps", "moves", "words", "views"];
  const KEEP = 60;          // pages kept
  const AHEAD = 3;          // plies fetched before they are needed
  const pages = new Map();  // address → promise of a document
  let asked = 0, timer = 0;

  const text = name => replay().dataset[name];
  const ply = () => Number(replay().dataset.ply);
  const plies = () => Number(replay().dataset.plies);
  const address = number => replay().dataset.base + number + replay().dataset.end;

  function get(url) {
    if (!pages.has(url)) {
      if (pages.size >= KEEP) pages.delete(pages.keys().next().value);
      const page = fetch(url, { headers: { Accept: "text/html" } }).then(async answer => {
        if (!answer.ok) throw new Error(String(answer.status));
        return new DOMParser().parseFromString(await answer.text(), "text/html");
      });
      page.catch(() => pages.delete(url));
      pages.set(url, page);
    }
    return pages.get(url);
  }

  async function show(url) {
    const turn = ++asked;
    let page;
    try { page = await get(url); } catch { stop(); location.href = url; return; }
    if (turn !== asked) return;
    const fresh = page.getElementById("replay");
    if (!fresh || !fresh.dataset.base) { location.href = url; return; }
    const focused = document.activeElement;
    const key = focused && focused.dataset ? focused.dataset.key : "";
    for (const id of PARTS) {
      const old = document.getElementById(id), next = page.getElementById(id);
      if (!old || !next) continue;
      if (id === "words") old.querySelector("pre").textContent = next.querySelector("pre").textContent;
      else old.replaceChildren(...[...next.childNodes].map(node => document.importNode(node, true)));
    }
    for (const name of ["ply", "plies", "base", "end"]) replay().dataset[name] = fresh.dataset[name];
    document.title = page.title;
    history.replaceState(null, "", url);
    if (key) {
      const again = document.querySelector(`#steps [data-key="${key}"]`) || document.querySelector("#steps a");
      if (again) again.focus();
    }
    reveal();
    ahead();
  }

  function ahead() {
    for (let number = ply() + 1; number <= Math.min(ply() + AHEAD, plies()); number += 1) get(address(number)).catch(() => {});
  }

  function reveal() {
    const here = document.querySelector(".moves [aria-current]");
    const list = here && here.closest(".moves");
    if (!list) return;
    const top = here.parentElement.offsetTop - list.offsetTop * (list.offsetParent === here.parentElement.offsetParent ? 1 : 0);
    if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  /* --- the player */
  const bar = document.createElement("div");
  bar.className = "player";
  const button = document.createElement("button");
  button.type = "button";
  const speed = document.createElement("select");
  for (const seconds of ["0.5", "1", "2", "4"]) speed.add(new Option(seconds, seconds, seconds === "1", seconds === "1"));
  const jump = document.createElement("input");
  jump.type = "number";
  jump.min = "0";
  jump.inputMode = "numeric";
  const labelled = (name, field) => { const label = document.createElement("label"); label.append(text(name), field); return label; };
  bar.append(button, labelled("speed", speed), labelled("jump", jump));

  function dress() {
    const at = document.getElementById("player");
    if (at && bar.parentElement !== at) at.append(bar);
    button.textContent = timer ? text("pause") : text("play");
    button.setAttribute("aria-pressed", String(Boolean(timer)));
    jump.max = String(plies());
    // a game that plays by itself would talk without end
    document.getElementById("said").setAttribute("aria-live", timer ? "off" : "polite");
  }

  function stop() { clearTimeout(timer); timer = 0; dress(); }
  function play() {
    timer = setTimeout(async () => {
      if (ply() >= plies()) { stop(); return; }
      await show(address(ply() + 1));
      if (timer) play();
    }, Number(speed.value) * 1000);
    dress();
  }
  async function toggle() {
    if (timer) { stop(); return; }
    if (ply() >= plies()) await show(address(0));
    play();
  }

  button.addEventListener("click", toggle);
  jump.addEventListener("change", () => {
    const number = Math.min(Math.max(Math.trunc(Number(jump.value)) || 0, 0), plies());
    stop();
    show(address(number));
  });

  document.addEventListener("click", event => {
    const link = event.target.closest && event.target.closest("#steps a, #moves a, #views a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    show(link.getAttribute("href"));
  });

  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, summary")) return;
    if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); toggle(); return; }
    const link = document.querySelector(`#steps a[data-key="${event.key}"]`);
    if (link) { event.preventDefault(); stop(); show(link.getAttribute("href")); }
  });

  function follow() {
    const named = /^#ply-(\d{1,5})$/.exec(location.hash);
    if (named && Number(named[1]) <= plies()) show(address(Number(named[1])));
  }
  addEventListener("hashchange", follow);
  /* the page was brought up to date in its place: what was fetched before may be old */
  document.addEventListener("viertal:updated", () => { pages.clear(); dress(); reveal(); });
  dress();
  reveal();
  follow();
})();
