// Entries of a game on their way to the server: kept by the browser until they are there, sent one by one in the order
// in which they were made, each with the number that it follows and a name of its own, so that sent twice it is one.
// An entry that is not accepted stays, with the reason, and so do those after it, until somebody mends it.
"use strict";
(() => {
  const AGAIN = 1000; // ms until the second try; each pause after that is twice as long
  const SELDOM = 15000; // ms between tries at most
  const LONGEST = 10000; // ms without an answer after which an entry is sent again

  // a browser may refuse to keep anything; the entries are then held by the page alone
  function asked(act, otherwise) {
    try {
      return act();
    } catch (error) {
      console.warn("not kept by the browser:", error.name);
      return otherwise;
    }
  }

  const name = () => (crypto.randomUUID ? crypto.randomUUID() : // only where the connection is secure
    "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) => (c ^ crypto.getRandomValues(new Uint8Array(1))[0] & 15 >> c / 4).toString(16)));

  // `config.store`: the name to keep them under; `changed()`: the queue or the trouble is another; `arrived(state)`: the
  // server's word on the game
  window.tapQueue = ({ config, changed, arrived }) => {
    const key = `viertal:tap:${config.store}`;
    let items = asked(() => JSON.parse(localStorage.getItem(key) || "[]"), []);
    let trouble = "";
    let sending = false;
    let pause = AGAIN;
    let timer = 0;

    const keep = () => asked(() => (items.length ? localStorage.setItem(key, JSON.stringify(items)) : localStorage.removeItem(key)));

    function hold(reason) {
      if (trouble === reason) return;
      trouble = reason;
      changed();
    }

    async function post(fields) {
      const data = new FormData();
      const token = document.querySelector("[name=csrfmiddlewaretoken]");
      if (token) data.set("csrfmiddlewaretoken", token.value);
      for (const [field, value] of Object.entries(fields)) data.set(field, value);
      const options = { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(LONGEST) };
      const answer = await (window.sendForm ? window.sendForm(location.href, data, options)
        : fetch(location.href, { method: "POST", body: data, ...options }));
      return heard(answer);
    }

    // the answer in data; null where nothing can be told from it
    async function heard(answer) {
      if (!(answer.headers.get("Content-Type") || "").startsWith("application/json")) {
        if (answer.redirected || answer.status === 401 || answer.status === 403) hold("signed-out");
        else hold("offline");
        return null;
      }
      const told = await answer.json();
      if (answer.status === 429 || answer.status >= 500) { hold("offline"); return null; }
      const kept = answer.headers.has("Viertal-Kept"); // by this device, from before the connection was lost
      hold(kept ? "offline" : "");
      return { status: answer.status, kept, ...told };
    }

    async function send() {
      clearTimeout(timer);
      if (sending) return;
      sending = true;
      while (items.length && !items[0].problem) {
        const item = items[0];
        let told = null;
        try {
          told = await post({ what: "enter", game: item.game, after: item.after, text: item.text, key: item.key, turn: item.turn || "" });
        } catch {
          hold("offline");
        }
        if (!told) {
          timer = setTimeout(send, pause);
          pause = Math.min(2 * pause, SELDOM);
          break;
        }
        pause = AGAIN;
        if (told.status === 200) items = items.filter((other) => other.key !== item.key);
        else Object.assign(item, { problem: told.problem || String(told.status), rule: told.rule || "", rules: told.rules || "" });
        keep();
        if (told.state) arrived(told.state);
        changed();
      }
      sending = false;
    }

    // not every browser says that it is connected again: the phone is taken up, too, and else the pause ends by itself
    const hasten = () => { if (!document.hidden) { pause = AGAIN; send(); } };
    for (const what of ["online", "focus", "pageshow"]) addEventListener(what, hasten);
    document.addEventListener("visibilitychange", hasten);
    // another window of this device works on the same entries
    addEventListener("storage", (event) => {
      if (event.key !== key) return;
      items = asked(() => JSON.parse(event.newValue || "[]"), items);
      changed();
    });

    return {
      items: () => items,
      trouble: () => trouble,
      idle: () => !items.length && !sending,
      add(game, after, text, more = {}) {
        items.push({ key: name(), game, after, text, ...more });
        keep();
        changed();
        send();
      },
      // what was answered at the table to an entry that is not sent
      hear(which, heard) {
        for (const item of items) if (item.key === which) item.heard = heard;
        keep();
        changed();
      },
      // the last entry that is not sent, taken back
      pop() {
        items.pop();
        keep();
        changed();
      },
      drop(which) {
        items = items.filter((item) => item.key !== which);
        keep();
        changed();
      },
      clear() {
        items = [];
        keep();
        changed();
      },
      // what is here is to follow what the server has now
      again(game, plies) {
        items.forEach((item, index) => Object.assign(item, { game, after: plies + index, problem: "", rule: "", rules: "" }));
        keep();
        changed();
        send();
      },
      // the game as it stands, asked for
      async look() {
        try {
          const told = await heard(await fetch(location.href, { headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(LONGEST) }));
          if (told && told.state) arrived(told.state, told.kept);
        } catch {
          hold("offline");
        }
      },
      // something else than an entry: it is done now, or not at all
      async now(fields) {
        try {
          const told = await post(fields);
          if (told && told.state) arrived(told.state);
          return told;
        } catch {
          hold("offline");
          return null;
        }
      },
      send,
    };
  };
})();
