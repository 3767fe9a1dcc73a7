// Results on their way from the desk to the book. Each is bound to its table when Enter is pressed, and sent in the order
// in which it was typed, with what its typist had seen; so sent twice it changes nothing, and it never takes the place
// of another's result unasked. What is not saved waits here, is kept by the browser, or comes back with a reason.
"use strict";
(() => {
  const SLOW = 2500; // ms without an answer after which the page says so
  const LONGEST = 8000; // ms after which the result is sent again
  const AGAIN = 1000; // ms until the second try; each pause after that is twice as long
  const SELDOM = 15000; // ms between tries at most
  const OLD = 12 * 3600000; // ms after which what waited is asked about, not sent
  const TRANSIENT = [408, 429]; // answers that say nothing of the result itself
  const FAILURES = 3; // of the server's own, after which a result no longer holds up those behind it
  const READ = 300; // ms
  const store = window.resultStore;
  if (!store) return;
  const desk = () => document.getElementById("desk");
  const { user } = desk().dataset; // who types here, whoever signs in later
  const items = []; // as typed; state: waiting, refused, sure, conflict, settled, old
  const saved = new Map(); // table id → what was saved last in this window
  let trouble = ""; // why nothing is saved at present: slow, offline, signed-out, stranger
  let sending = false;
  let leaving = false;
  let wake = () => {};
  let pause = AGAIN;
  let until = 0; // before which the server asked not to be tried again

  const changed = () => document.dispatchEvent(new CustomEvent("results:changed"));
  const text = (item) => item.keys || Object.values(item.fields).join(" ");

  function hold(reason) {
    if (trouble === reason) return;
    trouble = reason;
    changed();
  }

  function body(item) {
    const data = new FormData();
    data.set("csrfmiddlewaretoken", desk().querySelector("[name=csrfmiddlewaretoken]")?.value || "");
    data.set("user", user);
    data.set("seen_result", item.seen);
    if (item.seats) data.set("seen_seats", item.seats);
    if (item.sure) data.set("sure", item.sure);
    if (item.reason) data.set("reason", item.reason);
    if (item.keys) data.set("keys", item.keys);
    else for (const [name, value] of Object.entries(item.fields)) data.set(name, value);
    return data;
  }

  const heading = (html) => {
    const title = new DOMParser().parseFromString(html, "text/html").querySelector("h1");
    return title ? title.textContent.trim() : "";
  };

  // an answer in data, with what became of the result; null where it is none
  function outcomeOf(answer, words) {
    if (!(answer.headers.get("Content-Type") || "").startsWith("application/json")) return null;
    try {
      const outcome = JSON.parse(words);
      return outcome && outcome.state ? outcome : null;
    } catch {
      return null;
    }
  }

  // for how many ms the server asks to be left alone
  function rest(answer) {
    const text = answer.headers.get("Retry-After") || "";
    const ms = /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now();
    return Math.min(Math.max(ms || 0, 0), 10 * 60000);
  }

  // what became of one result; null where nobody knows, and it is to be sent again
  async function attempt(item) {
    const slow = setTimeout(() => hold("slow"), SLOW);
    let answer;
    let words;
    try {
      answer = await sendForm(item.action, body(item), {
        headers: { Accept: "application/json" }, keepalive: true, signal: AbortSignal.timeout(LONGEST),
      });
      words = await answer.text();
    } catch {
      hold(navigator.onLine ? "slow" : "offline");
      return null;
    } finally {
      clearTimeout(slow);
    }
    if (new URL(answer.url).pathname === desk().dataset.login) { hold("signed-out"); return null; }
    const outcome = outcomeOf(answer, words);
    if (answer.stranger || (outcome && outcome.state === "stranger")) { hold("stranger"); return null; }
    if (outcome) {
      hold("");
      return outcome;
    }
    if (answer.status === 403 || answer.status === 404) {
      hold("");
      return { state: "refused", problem: answer.status === 404 ? desk().dataset.gone : heading(words) };
    }
    const wrong = answer.status >= 400 && answer.status <= 500 && answer.status !== 401 && !TRANSIENT.includes(answer.status);
    if (wrong) item.failures = (item.failures || 0) + 1;
    if (item.failures >= FAILURES) {
      hold("");
      return { state: "refused", problem: heading(words) || desk().dataset.unsent };
    }
    until = Date.now() + rest(answer);
    hold(answer.status === 401 ? "signed-out" : "slow");
    return null;
  }

  function take(item) {
    items.splice(items.indexOf(item), 1);
    store.remove(item);
  }

  // what is parked for a table gives way to what was typed for it later
  function clear(table, before) {
    for (const item of items.filter((i) => i.table === table && i.state !== "waiting" && i.id < before)) take(item);
  }

  function settle(item, outcome) {
    if (outcome.state === "saved") {
      take(item);
      clear(item.table, item.id);
      saved.set(item.table, { text: text(item), result: outcome.result });
      document.dispatchEvent(new CustomEvent("results:saved", { detail: { item, ...outcome } }));
    } else {
      clear(item.table, item.id);
      Object.assign(item, outcome, { local: false, failures: 0, asked: Date.now(), sure: outcome.sure || item.sure || "" });
      store.put(item);
    }
    changed();
  }

  async function send() {
    if (sending) return;
    sending = true;
    for (;;) {
      const item = leaving ? null : items.find((i) => i.state === "waiting");
      if (!item) break;
      const outcome = await attempt(item);
      if (outcome) {
        pause = AGAIN;
        settle(item, outcome);
        continue;
      }
      const wait = pause;
      pause = Math.min(2 * pause, SELDOM);
      await new Promise((done) => { wake = () => { pause = AGAIN; done(); }; setTimeout(done, wait); });
      if (Date.now() < until) await new Promise((done) => { setTimeout(done, until - Date.now()); });
    }
    sending = false;
    if (!leaving) hold("");
  }

  function put(item) {
    item.id = store.name();
    clear(item.table, item.id);
    saved.delete(item.table);
    items.push(item);
    store.put(item);
    changed();
    send();
    return item;
  }

  // whether it can be at all, and why not: nothing is written for it, and whoever types on is not held up
  async function examine(item) {
    const data = body(item);
    data.set("check", "1");
    let outcome = null;
    try {
      const answer = await fetch(item.action, {
        method: "POST", body: data, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(LONGEST),
      });
      outcome = outcomeOf(answer, await answer.text());
    } catch {
      return; // it is examined again when it is sent
    }
    if (!items.includes(item) || item.state === "waiting" || !outcome) return;
    if (outcome.state === "refused" || (!item.problem && outcome.state !== "possible" && outcome.state === item.state)) settle(item, outcome);
  }

  const parked = () => items.filter((i) => i.state !== "waiting");
  window.results = {
    text,
    parked,
    all: () => [...items],
    waiting: () => items.filter((i) => i.state === "waiting"),
    trouble: () => trouble,
    // whether a question has been there long enough to be read: a second Enter of the same stroke is no answer
    ripe: (item) => Date.now() - item.asked > READ,
    get: (id) => items.find((i) => i.id === id),
    // what was typed last for a table and is not saved
    of: (table) => items.findLast((i) => i.table === table),
    saved: (table) => saved.get(table),
    forget: (table) => saved.delete(table),
    // `item`: table, number, round, seats, action, seen, and keys or fields (and a reason)
    add: (item) => put({ ...item, state: "waiting" }),
    // a result stands there: it is asked whether this one takes its place
    ask(item, problem) {
      const asked = put({ ...item, state: "conflict", problem, result: item.seen, local: true, asked: Date.now() });
      examine(asked);
      return asked;
    },
    // it cannot be sent at all, and is kept to be read
    refuse: (item, problem) => put({ ...item, state: "refused", problem }),
    confirm(id) {
      const item = this.get(id);
      take(item);
      const seen = item.state === "conflict" ? item.result : item.seen;
      return put({ ...item, seen, sure: item.sure || "", state: "waiting", problem: "" });
    },
    drop(id) {
      take(this.get(id));
      changed();
    },
  };

  function adopt() {
    const more = store.adopt();
    if (!more.length) return;
    for (const item of more) {
      if (item.state === "waiting" && Date.now() - store.typed(item) > OLD) {
        Object.assign(item, { state: "old", at: store.typed(item), asked: Date.now(), local: false });
        store.put(item);
      }
    }
    items.push(...more);
    items.sort((a, b) => (a.id < b.id ? -1 : 1));
    changed();
    send();
    // why it came back is not kept
    for (const item of more) if (item.state !== "waiting" && item.state !== "old") examine(item);
  }

  addEventListener("online", () => wake());
  addEventListener("focus", () => wake());
  document.addEventListener("visibilitychange", () => wake());
  addEventListener("beforeunload", (event) => {
    if (items.some((item) => item.state === "waiting" || !store.keeps(item))) event.preventDefault();
  });
  // what is being sent arrives; the rest is kept, and sent when the desk is opened again
  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", (event) => {
    leaving = false;
    if (event.persisted) for (const item of items) store.put(item);
    send();
  });
  setInterval(adopt, 10000);
  document.addEventListener("DOMContentLoaded", adopt);
})();
