/* This is me: whose phone it is at an event, without an account and without a cookie. The phone keeps the pairing number
   and the name as everybody reads them on the list, and nothing else; Not me forgets both.
   The rows are marked by a style sheet and not in the page: that is made anew with every result. */
(() => {
  "use strict";
  const box = document.querySelector("[data-you]");
  const slug = /^\/t\/([^/]+)\//.exec(location.pathname)?.[1];
  if (!box || !slug) return;
  const [line, table, forget] = box.children;
  const KEY = "viertal.me", DAYS = 60, PATIENCE = 8000, JITTER = 1000;
  const region = document.querySelector("[data-live]");
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let place = null, version = "", asking = false;

  /* --- what the phone keeps: a number and a name for each event, for two months */
  function kept() {
    try {
      const all = Object.entries(JSON.parse(localStorage.getItem(KEY)) || {});
      return Object.fromEntries(all.filter(([, me]) => Number.isInteger(me.number) && Date.now() - me.at < DAYS * 864e5));
    } catch { return {}; }
  }
  function keep(all) {
    try {
      if (Object.keys(all).length) localStorage.setItem(KEY, JSON.stringify(all)); else localStorage.removeItem(KEY);
    } catch { /* a browser that keeps nothing: it is so until the page is left */ }
  }
  let me = kept()[slug] || null;

  function be(someone) {
    const all = kept();
    if (someone) all[slug] = someone; else delete all[slug];
    keep(all);
    me = someone;
    place = null;
    version = "";
    show();
    ask();
  }

  /* --- marks: my row in the standings, at my table, in the crosstable, in every list that links to me; my way through a
     bracket, my team's match (also while it is shut) */
  function rules() {
    const mine = `a:is([href^="/t/${slug}/players/${me.number}/"], [href^="/t/${slug}/schedule/${me.number}/"])`;
    const word = JSON.stringify(`\u00a0${box.dataset.word}`);
    return `
      .standings tr#p${me.number} > *, tr:has(> th[scope=row] > ${mine}) > *, .names li:has(> ${mine}),
      .entries li:has(> ${mine}), :is(.pairings, .rows) td:has(> ${mine}), .pairs tr:has(${mine}) > *, .all-rounds li:has(> ${mine}), .seats li:has(> ${mine}),
      .movers li:has(> ${mine}), .duel li:has(> span > ${mine}), .mcard tr:has(${mine}) > *
        { background: var(--tint) }
      .tcard:has(${mine}):not(.own-table), .duel:has(${mine}), .mcard:has(${mine}), .podium li:has(${mine})
        { outline: 2px solid var(--accent) }
      .cup:has(${mine}), .podium li:has(${mine}) { outline-offset: 2px }
      .mcard:has(${mine}) > summary { background: var(--tint) }
      main table ${mine}, main :is(ul, ol) ${mine}, .standings tr#p${me.number} th > a { font-weight: 700; color: var(--accent) }
      .standings tr#p${me.number} th > a::after, .tcard:not(.own-table) ${mine}::after, :is(.pairings, .rows, .pairs) ${mine}::after,
      .names ${mine}::after, .cross th > ${mine}::after, .all-rounds ${mine}::after, .movers ${mine}::after,
      .open-tables ${mine}::after, .duel ${mine}::after, .mcard ${mine}::after, .mcard:has(${mine}) > summary::after, .podium ${mine}::after
        { content: ${word}; font-weight: 600; font-size: var(--t0); color: var(--accent) }
      :is(.place1, .cup) ${mine}, :is(.place1, .cup) ${mine}::after { color: inherit !important }`;
  }

  function show() {
    sheet.replaceSync(me ? rules() : "");
    // whoever has the key reads the whole on the page itself
    box.hidden = !me || new RegExp(`^/t/[^/]+/(?:me/|mine/${me.number}/)`).test(location.pathname);
    if (me) {
      table.href = box.dataset.mine.replace("/0/", `/${me.number}/`);
      const words = place ? `${me.name}: ${place}` : me.name;
      if (line.textContent !== words) line.textContent = words;
    } else line.textContent = "";
    for (const button of document.querySelectorAll("button[data-me]")) {
      const on = me !== null && me.number === Number(button.dataset.me);
      button.dataset.yes ??= button.textContent;
      button.hidden = false;
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? button.dataset.not : button.dataset.yes;
    }
    for (const link of document.querySelectorAll("a[data-mine]")) {
      link.hidden = !me;
      if (me) link.href = link.dataset.mine.replace("=0", `=${me.number}`).replace("#me", `#p${me.number}`);
    }
    const tab = region?.querySelector(`.tabs a[href^="/t/${slug}/find/"]`);
    if (tab && me) tab.href = table.href;
    window.viertalMe = me;
    if (me) keepPages();
  }

  /* this event's pages open again without a connection, with the hour at which they were current; never a page whose
     address is a key: the server does not mark it (offline.js, worker.js) */
  function keepPages() {
    if (document.querySelector("script[data-offline]")) return;
    const script = document.createElement("script");
    script.src = box.dataset.offline;
    script.dataset.offline = "";
    document.head.append(script);
  }

  /* --- my place in words, as the server says it; of a list that was dealt anew nobody is left over */
  async function ask() {
    if (!me || asking || !region || version === region.dataset.version) return;
    const asked = me, at = region.dataset.version;
    asking = true;
    // a hall full of phones does not ask in one instant
    if (place !== null) await new Promise(done => { setTimeout(done, Math.random() * JITTER); });
    try {
      const answer = await fetch(table.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
      if (me !== asked) return;
      if (answer.status === 404) { be(null); return; }
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const button = page.querySelector("button[data-me]");
      if (me !== asked || !button) return;
      if (page.documentElement.lang === me.lang && button.dataset.meName !== me.name) { be(null); return; }
      version = at;
      const said = page.querySelector("[data-place], [data-known]")?.dataset || {};
      const words = said.place || said.known || "";
      if (place !== null && said.place && words !== place) document.dispatchEvent(new CustomEvent("viertal:place", { detail: words }));
      place = words;
      show();
    } catch { /* the next change asks again */ } finally {
      asking = false;
      if (me && region.dataset.version !== at) ask();
    }
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("button[data-me]");
    if (!button) return;
    const number = Number(button.dataset.me);
    if (me && me.number === number) document.dispatchEvent(new CustomEvent("viertal:forget"));
    be(me && me.number === number ? null
      : { number, name: button.dataset.meName, lang: document.documentElement.lang, at: Date.now() });
  });
  forget.addEventListener("click", () => { be(null); document.dispatchEvent(new CustomEvent("viertal:forget")); document.querySelector("main").focus(); });
  addEventListener("storage", event => { if (event.key === KEY || event.key === null) { me = kept()[slug] || null; place = null; version = ""; show(); ask(); } });
  /* the browser offers to put the page on the home screen: its button is on my table */
  let offer = null;
  const install = document.querySelector("button[data-install]");
  addEventListener("beforeinstallprompt", event => {
    if (!install) return;
    event.preventDefault();
    offer = event;
    install.hidden = false;
  });
  install?.addEventListener("click", () => { offer?.prompt(); install.hidden = true; });

  /* a link or a printed code to a line that stands on another page of a long list: the server knows on which */
  function turn() {
    const [, kind, line] = /^#([tp])(\d+)$/.exec(location.hash) || [], name = kind === "t" ? "table" : "at";
    const asked = new URLSearchParams(location.search);
    if (!line || document.getElementById(kind + line) || !document.querySelector(".chunks") || asked.get(name) === line) return;
    for (const other of ["by", "page", "at", "table", "club", "only"]) asked.delete(other);
    asked.set(name, line);
    location.replace(`?${asked}${location.hash}`);
  }
  addEventListener("hashchange", turn);
  turn();

  document.addEventListener("viertal:updated", () => { show(); ask(); });
  document.addEventListener("viertal:panel", show);
  show();
  ask();
  if (me && new URLSearchParams(location.search).get("at") === String(me.number) && !document.getElementById(location.hash.slice(1))) {
    document.querySelector(`:is(tr, li) a[href^="/t/${slug}/players/${me.number}/"]`)?.closest("tr, li").scrollIntoView({ block: "center" });
  }
})();
