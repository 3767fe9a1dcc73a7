// Shows the API's schema with Swagger UI. Only reading can be tried out: a page of the site's own would carry the
// reader's session, and nobody should publish a round by looking something up.
(() => {
  "use strict";
  const place = document.querySelector("[data-schema]");
  window.SwaggerUIBundle({
    url: place.dataset.schema,
    domNode: place,
    docExpansion: "none",
    supportedSubmitMethods: ["get", "head"],
    validatorUrl: null,
  });
})();
