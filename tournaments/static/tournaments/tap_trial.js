// Other moves than those that were played, and positions to play on from: touched as a game at a table is entered (tap.js).
// The server says what follows a move; nothing is saved, so an answer is good for as long as the page is open.
"use strict";
(() => {
  const known = new Map();
  window.viertalAnswer = (address) => {
    const url = `${address}?lang=${document.documentElement.lang}`;
    if (!known.has(url)) {
      const answer = fetch(url, { headers: { Accept: "application/json" } }).then(async (found) => {
        if (!found.ok && found.status !== 404) throw new Error(String(found.status));
        return found.json();
      });
      answer.catch(() => known.delete(url));
      known.set(url, answer);
    }
    return known.get(url);
  };

  // In the place of tap_queue.js: `config.trial` is { from, moved, offline }: the move after which it begins, what is told
  // of each position, and what to say while the site cannot be reached.
  window.tapTrial = ({ config, arrived, refused }) => {
    const { from, moved, offline } = config.trial;
    const line = [config.state];
    const show = () => {
      refused(null);
      arrived(line.at(-1));
      moved(line.at(-1).at);
    };
    return {
      items: () => [],
      trouble: () => "",
      async add(_game, after, text) {
        const before = line.at(-1);
        const name = (seat) => config.places[seat - 1]?.name || "";
        try {
          const { state, entry, problem } = await window.viertalAnswer(`/analysis/${before.at}/after/${encodeURIComponent(text)}/`);
          if (line.at(-1) !== before) return; // taken back meanwhile
          if (problem) { arrived(before); refused({ problem }); return; }
          const [written, seat, words] = entry;
          const told = [from + line.length, written, seat, words.replace(/\{(\d)\}/g, (_whole, number) => name(number))];
          line.push({ ...state, plies: after + 1, entries: [told, ...before.entries] });
          show();
        } catch {
          arrived(before);
          refused({ problem: offline });
        }
      },
      // nothing else can be done but to take the last move back
      async now() {
        line.pop();
        show();
        return null;
      },
    };
  };

  // the analysis board
  const source = document.getElementById("trial-config");
  if (!source) return;
  const { words, ...config } = JSON.parse(source.textContent);
  let here = config.state.at;
  const moved = (position) => {
    here = position;
    history.replaceState(null, "", `/analysis/${position}/${location.search}`);
  };
  window.tapGame({ ...config, mine: [], trial: { from: 0, moved, offline: words.offline } }, document.getElementById("tap"));
  const share = document.getElementById("share");
  share.hidden = false;
  share.addEventListener("click", () => window.viertalShare(words, window.viertalLines(words, here)));
})();
