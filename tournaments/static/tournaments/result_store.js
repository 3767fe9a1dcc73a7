// What was typed at the desk and is not saved yet, kept by the browser through a reload, a crash or a lost session: of
// each person and event by itself, one entry a result, so that two windows never write over each other's.
"use strict";
(() => {
  const GONE = 90000; // ms without a sign after which a window is taken for gone; one in the background is slow
  const desk = document.getElementById("desk");
  if (!desk || !desk.dataset.user) return;
  const own = `viertal:result:${desk.dataset.user}:${desk.dataset.event}:`;
  const page = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const sign = (owner) => `viertal:window:${owner}`;
  let count = 0;

  // a browser may refuse to keep anything; what was typed is then held by the page alone, which asks before it is left
  function asked(act, otherwise) {
    try {
      return act();
    } catch (error) {
      console.warn("not kept by the browser:", error.name);
      return otherwise;
    }
  }
  const write = (key, text) => asked(() => localStorage.setItem(key, text));
  const kept = (key) => asked(() => localStorage.getItem(key) !== null, false);
  const read = () => asked(() => Object.entries(localStorage), []);
  const remove = (key) => asked(() => localStorage.removeItem(key));

  const present = () => write(sign(page), String(Date.now()));
  setInterval(present, 5000);
  addEventListener("pageshow", present);
  addEventListener("pagehide", () => remove(sign(page)));
  present();

  window.resultStore = {
    // a name for a new result; later ones sort behind earlier ones
    name() {
      count += 1;
      return `${Date.now().toString(36).padStart(9, "0")}-${String(count).padStart(5, "0")}-${page}`;
    },
    // what the server said of it is not kept: it names people
    put(item) {
      write(own + item.id, JSON.stringify({ ...item, problem: "", owner: page }));
    },
    keeps: (item) => kept(own + item.id),
    // when it was typed, in ms
    typed: (item) => parseInt(item.id.slice(0, 9), 36),
    remove(item) {
      remove(own + item.id);
    },
    // the results that no open window looks after, in the order in which they were typed; they are this window's now
    adopt() {
      const all = read();
      const signs = new Map(all.filter(([key]) => key.startsWith(sign(""))));
      const items = [];
      for (const [key, text] of all) {
        if (!key.startsWith(own)) continue;
        const item = JSON.parse(text);
        const seen = Number(signs.get(sign(item.owner)) || 0);
        if (item.owner === page || Date.now() - seen < GONE) continue;
        this.put(item);
        items.push(item);
      }
      for (const [key, at] of signs) if (Date.now() - Number(at) > GONE) remove(key);
      return items.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
})();
