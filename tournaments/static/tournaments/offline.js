// Lets this page open again without a connection, where the browser can do that (https, or this machine): a worker
// keeps it (worker.js). `viertalKept(state)` keeps the newest state of its game beside it.
"use strict";
(() => {
  window.viertalKept = () => {};
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  const address = location.href.split("#")[0];
  const tell = (what) => navigator.serviceWorker.ready.then((registration) => registration.active.postMessage({ keep: address, ...what }));
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data && event.data.kept === address) document.documentElement.dataset.kept = "";
    if (event.data && event.data.forgotten) delete document.documentElement.dataset.kept;
  });
  navigator.serviceWorker.register("/worker.js").then(() => tell({})).catch((error) => console.warn("no worker:", error.name));
  document.addEventListener("viertal:forget", () => tell({ forget: true }));
  window.viertalKept = (state) => tell({ state });
})();
