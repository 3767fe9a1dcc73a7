/* Keeps the page current. The server says which version there is, and what changed where that is little (delta.js);
   else the page is fetched again under the condition that it changed. What differs is put in place: focus, scrolling
   and open details stay.
   Without this script every page works; one reloads it. */
(() => {
  "use strict";
  const beside = document.currentScript.src.replace(/[^/]*$/, "");
  const region = document.querySelector("[data-live]");
  const sign = document.querySelector("[data-sign]");
  if (!region || !sign) return;
  sign.textContent = "";

  const JITTER = 150;        // ms: a hall full of phones does not fetch in one instant
  const POLL = 10000;        // ms between looks while nothing is heard
  const SILENCE = 35000;     // ms without a word from the server (it speaks every 15 s) before it counts as lost
  const STALE = 25000;       // ms after the last confirmation before the page says that it is old
  const PATIENCE = 8000;     // ms to wait for one answer
  const SPEECH = 10000;      // ms between two announcements
  const MOST_SAID = 5;       // lines in one of them

  let copy = region.cloneNode(true);           // the page as the server sent it; null where it must be fetched
  const here = () => location.pathname + location.search;
  let copied = here();                         // its address; a replay and a search go on to others without loading

  let have = Number(region.dataset.version);   // the version that is on the page
  let told = have;                             // the version that the server last spoke of
  // a page that the phone kept says since when (worker.js): it is old until the server says otherwise
  const keptAt = Number(document.documentElement.dataset.keptAt) || 0;
  let confirmed = keptAt || Date.now();        // when the page was last known to be current
  let heard = 0;                               // when the server last spoke
  let polled = 0;                              // when a look without the channel last succeeded
  let opened = Date.now();                     // when the page, or the channel, was opened
  let source = null, retry = 0, pause = 1000, planned = 0, busy = false, failures = 0, lost = 0, gone = false;

  const lively = () => source !== null && heard > 0 && Date.now() - heard < SILENCE;

  function show() {
    const now = Date.now();
    const word = region.querySelector("[data-word]");   // what the event is at now: live, between rounds, finished
    let state = "";
    if (gone) state = "gone";
    else if (lively() && have === told && !failures) state = "live";
    else if (now - confirmed > STALE || keptAt && confirmed === keptAt) state = "old";
    else if (polled > heard) state = "poll";
    else if (lively()) state = "live";
    else if (heard || now - opened > 3000) state = "lost";
    else return;
    const text = state === "old"
      ? sign.dataset.oldText.replace("{time}", hour())
      : state === "live" && word ? word.dataset.word : sign.dataset[state + "Text"];
    if (word) sign.classList.toggle("still", !("played" in word.dataset));
    if (sign.dataset.state !== state) sign.dataset.state = state;
    if (sign.textContent !== text) sign.textContent = text;
  }

  // half a day later the hour alone would be taken for today's
  function hour() {
    const day = Date.now() - confirmed > 432e5, { lang } = document.documentElement;
    return new Date(confirmed).toLocaleString(day && lang !== "en" ? lang : "en-GB", {
      ...(day ? { day: "numeric", month: "short" } : {}),
      hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: sign.dataset.zone,
    });
  }

  function plan(wait) {
    if (planned || gone || document.hidden) return;
    planned = setTimeout(() => { planned = 0; look(); }, wait);
  }

  async function look() {
    if (busy) return;
    busy = true;
    const asked = told, before = have, address = here();
    try {
      const answer = await fetch(location.href, {
        cache: "no-cache", headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE),
      });
      if (answer.status === 404 || answer.status === 410) { gone = true; stop(); return; }
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-live]");
      if (!fresh || answer.redirected && new URL(answer.url).pathname !== location.pathname) throw new Error("other page");
      if (fresh.dataset.code !== region.dataset.code) { location.reload(); return; }
      await Promise.all(missing(page, "link[rel=stylesheet]", "href").map(load));
      // a panel was opened or closed meanwhile: that page is another one
      if (address !== here() && region.querySelector(".ranks")) throw new Error("gone on");
      if (have === before || Number(fresh.dataset.version) >= have) {   // else a delta has overtaken this answer
        put(page.title, fresh);
        [copy, copied] = [fresh, address];
        have = Number(fresh.dataset.version);
        missing(page, "script[src]", "src").forEach(load);   // these look for their elements as soon as they are here
      }
      confirmed = Date.now();
      if (!lively()) polled = confirmed;
      failures = 0;
      if (told === asked && told < have) told = have;
      if (have < told && told === asked) throw new Error("older than announced");
      if (have !== told) plan(Math.random() * JITTER);
    } catch (problem) {
      failures += 1;
      plan(Math.min(PATIENCE, 250 * 2 ** failures) * (0.75 + Math.random() / 2));
    } finally {
      busy = false;
      show();
    }
  }

  /* styles and scripts that a fresh page has and this one not: of our own, which lie beside this script, and no others */
  function missing(page, kind, name) {
    const addresses = from => [...from.querySelectorAll(kind)].map(one => new URL(one.getAttribute(name), location.href).href);
    const here = addresses(document);
    return addresses(page).filter(address => address.startsWith(beside) && !here.includes(address));
  }

  function load(address) {
    const script = address.endsWith(".js"), made = document.createElement(script ? "script" : "link");
    if (script) Object.assign(made, { src: address, async: false });   // in their order
    else Object.assign(made, { rel: "stylesheet", href: address });
    // a page without one of its styles is better than none: it is shown then, too; what was lost is asked for again
    return new Promise(done => {
      setTimeout(done, PATIENCE);
      made.onload = () => { lost = 0; done(); };
      made.onerror = () => { made.remove(); setTimeout(look, Math.min(60000, 1000 * 2 ** lost++)); done(); };
      document.head.append(made);
    });
  }

  /* what the server said that changed; whether this page is now the one it speaks of */
  function follow(message) {
    if (copied !== here()) copy = null;
    if (!copy || copy.dataset.digest !== message.from) return Boolean(copy) && copy.dataset.digest === message.page;
    if (!window.applyDelta(copy, message)) { copy = null; return false; }
    put("title" in message ? message.title : document.title, copy);
    have = message.version;
    return true;
  }

  /* --- putting a fresh page in place of the old one, only where they differ */
  function put(title, fresh) {
    const before = lines(), stood = mine();
    document.title = title;
    for (const lit of region.querySelectorAll(".fresh")) lit.classList.remove("fresh");
    changed.clear();
    const places = tops();
    same(region, fresh);
    glide(places);
    lightUp();
    if (mine() !== stood) own = mine();
    announce(before, lines());
    document.dispatchEvent(new CustomEvent("viertal:updated"));
  }

  function same(old, fresh) {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !kept(old, name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value && !kept(old, name)) old.setAttribute(name, value);
    }
    let at = old.firstChild;
    const keyed = new Map();
    for (const child of old.children) if (child.id) keyed.set(child.id, child);
    for (const next of [...fresh.childNodes]) {
      const known = next.id && keyed.get(next.id);
      if (known && known !== at && known.nodeName === next.nodeName) old.insertBefore(known, at);
      const match = known && known.nodeName === next.nodeName ? known : at;
      if (match && fits(match, next)) {
        at = match.nextSibling;
        if (next.nodeType === 1) { if (!match.isEqualNode(next)) same(match, next); }
        else if (match.nodeValue !== next.nodeValue) { match.nodeValue = next.nodeValue; mark(old); }
      } else {
        const made = document.importNode(next, true);
        old.insertBefore(made, at);
        if (made.nodeType === 1) mark(made); else if (made.nodeValue.trim()) mark(old);
      }
    }
    while (at) { const next = at.nextSibling; at.remove(); at = next; }
  }

  const fits = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName
    && (one.id || "") === (other.id || "");

  /* rows that change places glide there; whoever wants no motion sees them at their new places at once */
  const ROWS = "table.standings > tbody > tr[id]", MOST_ROWS = 150;
  const rows = () => [...region.querySelectorAll(ROWS)].slice(0, MOST_ROWS);
  const tops = () => new Map(rows().map(row => [row.id, row.offsetTop]));
  function glide(before) {
    const time = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--glide"));
    if (!time || document.hidden) return;
    for (const row of rows()) {
      const by = before.get(row.id) - row.offsetTop;
      if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: time, easing: "ease-out" });
    }
  }

  /* what the reader opened stays open */
  const kept = (element, name) => name === "open" && element.nodeName === "DETAILS";

  /* what is new lights up for a moment, unless nearly everything is */
  const changed = new Set();
  function mark(element) {
    const cell = element.closest("td, li, .chip, .card, .tcard, tr, h2");
    if (cell && region.contains(cell)) changed.add(cell);
  }
  function lightUp() {
    if (changed.size > 80) return;
    for (const cell of changed) {
      cell.classList.add("fresh");
      cell.addEventListener("animationend", () => cell.classList.remove("fresh"), { once: true });
    }
  }

  /* --- saying what changed to those who do not see it: who had which points, in the page's own words */
  const voice = document.createElement("div");
  voice.className = "v";
  voice.setAttribute("aria-live", "polite");
  document.body.append(voice);
  const unsaid = new Map();
  let spoken = 0, speech = 0;

  const words = element => element ? element.textContent.replace(/\s+/g, " ").trim() : "";

  /* a heading without the chips in it: whether it is being recomputed is soon not so any more */
  function withoutChips(element) {
    const bare = element.cloneNode(true);
    for (const chip of bare.querySelectorAll("h2 > .chip")) chip.remove();
    return words(bare);
  }

  /* a row of the standings as a sentence, in the words that the table brings; the last place is every other one's */
  function placed(table, who, rank, points) {
    const [say, one, many, ...places] = JSON.parse(table.dataset.say);
    const last = rank % 100 > 10 && rank % 100 < 14 ? 4 : rank % 10 || 4;
    const place = places[rank === 1 ? 0 : Math.min(last, 4)].replace("#", rank);
    return say.replace("{who}", who).replace("{place}", place).replace("{points}", (points === "1" ? one : many).replace("#", points));
  }

  /* each line of the page's table that somebody waits for: who is in it, whether there are points, how it is said */
  function lines() {
    const all = new Map();
    const news = region.querySelector("[data-news]");
    if (news) all.set("", { who: "", text: `${sign.dataset.newsText}: ${withoutChips(news)}` });
    const seated = (id, table, cells, colour = cell => words(cell.querySelector(".v")).replace(/\s*:$/, "")) => {
      const names = cells.map(seat => words(seat.querySelector("a")));
      // who plays two colours is told apart from themselves by the colour
      const seats = cells.map((seat, at) => [
        names[at] + (names.indexOf(names[at]) === names.lastIndexOf(names[at]) ? "" : ` (${colour(seat)})`),
        words(seat.querySelector("b")),
      ]);
      all.set(id, {
        who: seats.map(([name]) => name).join(), points: seats.map(([, points]) => points).join(""),
        text: `${table}: ${seats.map(seat => seat.join(" ").trim()).join(", ")}`,
      });
    };
    for (const card of region.querySelectorAll(".tcard[id]")) {
      seated(card.id, words(card.querySelector(".sq")), [...card.querySelectorAll(".around > li")]);
    }
    for (const box of all.size > 1 ? [] : region.querySelectorAll(".duel[id]")) {
      seated(box.id, words(box.querySelector(".nr a")), [...box.querySelectorAll("ul > li")]);
    }
    for (const row of region.querySelectorAll(".mcard tr[id]")) {
      const [, one, result, other] = row.cells;
      all.set(row.id, { who: words(one) + words(other), points: row.querySelector(".open") ? "" : words(result),
        text: `${words(row.closest("details").querySelector("thead th"))} ${words(row.cells[0])}: `
          + `${words(one)} ${words(result)} ${words(other)}` });
    }
    const table = region.querySelector("table:is(.pairings, .rows, .pairs, .standings)");
    if (!table || all.size > 1) return all;
    const heading = words(table.querySelector("thead th"));
    for (const row of table.querySelectorAll("tbody tr[id]")) {
      const [first, ...others] = row.cells;
      if (table.dataset.say) {
        const who = words(others[0].querySelector("a")), points = words(others[table.dataset.points || 1]);
        all.set(row.id, { who, points, text: placed(table, who, parseInt(words(first), 10), points) });
      } else if (table.matches(".standings")) {   // a brief one of a ladder or Keizer has no points to say: the heading speaks
        if (news) all.set(row.id, { who: words(row.querySelector("a")), points: words(row), text: all.get("").text });
      } else {
        const column = cell => words(table.tHead.rows[0].cells[cell.cellIndex].lastChild);
        seated(row.id, `${heading} ${words(first.firstChild)}`, others.filter(cell => cell.querySelector("a")), column);
      }
    }
    return all;
  }

  function announce(before, after) {
    const news = before.get(""), fresh = after.get("");
    let some = false;
    for (const [id, line] of after) {
      const old = before.get(id);
      if (!id || !old || old.who !== line.who || old.points === line.points || !line.points) continue;
      unsaid.set(id, line.text);
      some = true;
    }
    if (!some && news && fresh && news.text !== fresh.text) unsaid.set("", fresh.text);
    speak();
  }

  /* of whom this phone is, hears what it made of them in the same breath: the order is worked out a moment later */
  const SETTLES = 2000;
  let own = "";
  function speak() {
    if (!unsaid.size && !own || speech) return;
    const wait = window.viertalMe ? SETTLES : 0;
    speech = setTimeout(say, Math.max(wait, spoken + SPEECH - Date.now()));
  }
  // my table says it of its player; where the phone knows whose it is, me.js does
  const mine = () => (!window.viertalMe && region.querySelector("[data-place]")?.dataset.place) || "";
  document.addEventListener("viertal:place", event => { own = event.detail; speak(); });

  function say() {
    if (own) unsaid.delete(`p${window.viertalMe?.number}`);   // the row of oneself would say it twice
    const all = [...new Set(unsaid.values())], most = all.length > MOST_SAID;
    const said = all.slice(0, MOST_SAID).join(". ") + (most ? " …" : own && all.length ? ". " : "");
    voice.textContent = said + (most && own ? " " : "") + own;
    own = "";
    unsaid.clear();
    spoken = Date.now();
    speech = 0;
  }

  /* --- the channel */
  function listen() {
    clearTimeout(retry);
    retry = 0;
    if (source || gone || document.hidden || !sign.dataset.url || !window.EventSource) return;
    const own = region.dataset.digest && window.applyDelta
      ? `?page=${encodeURIComponent(location.pathname + location.search)}` : "";
    const channel = source = new EventSource(sign.dataset.url + own);
    heard = 0;
    opened = Date.now();
    channel.addEventListener("version", event => {
      if (channel !== source) return;
      heard = Date.now();
      pause = 1000;
      told = Number(event.data);
      if (told === have) confirmed = heard;
      else if (!busy) plan(Math.random() * JITTER);
      show();
    });
    channel.addEventListener("delta", event => {
      if (channel !== source) return;
      heard = Date.now();
      pause = 1000;
      const message = JSON.parse(event.data);
      told = message.version;
      if (follow(message)) {
        confirmed = heard;
        clearTimeout(planned);
        planned = failures = 0;
      } else if (!busy) plan(Math.random() * JITTER);
      show();
    });
    channel.addEventListener("error", () => { if (channel === source) lose(); });
  }

  function lose() {
    stop();
    if (gone || document.hidden) return;
    // our own retry, so that a server that starts again is not met by everybody in one instant
    retry = setTimeout(listen, pause * (0.5 + Math.random()));
    pause = Math.min(pause * 2, 15000);
    show();
  }

  function stop() {
    if (source) source.close();
    source = null;
  }

  function wake() {
    if (document.hidden || gone) return;
    if (source && !lively()) stop();
    listen();
    if (Date.now() - confirmed > 1000) {
      // whatever was put off while nothing could be reached need not wait any longer
      clearTimeout(planned);
      planned = failures = 0;
      plan(0);
    }
  }

  function sleep() {
    stop();
    clearTimeout(planned);
    planned = 0;
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) sleep(); else wake(); });
  addEventListener("pageshow", event => { if (event.persisted) wake(); });
  addEventListener("pagehide", sleep);
  addEventListener("online", wake);
  addEventListener("focus", () => { if (!lively()) wake(); });   // not every browser says that it is connected again
  addEventListener("offline", () => { lose(); });
  setInterval(() => {
    if (document.hidden) return;
    if (source && !lively() && Date.now() - Math.max(heard, opened) > SILENCE) lose();
    if (!lively() && Date.now() - confirmed > POLL && !busy) plan(Math.random() * JITTER);
    show();
  }, 1000);
  if (keptAt) { show(); plan(0); }
  listen();
})();
