/* A line that is to be copied is marked as a whole when one steps into it. */
(() => {
  "use strict";
  for (const field of document.querySelectorAll(".v-copy")) field.addEventListener("focus", () => field.select());
})();
