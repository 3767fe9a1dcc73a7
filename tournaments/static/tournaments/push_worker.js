// Shows the messages of a player's own page. It stores nothing and answers no requests of the page.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    return;
  }
  event.waitUntil(
    self.registration.showNotification(told.title, { body: told.body, lang: told.lang, tag: "table", renotify: true }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(self.registration.scope));
});
