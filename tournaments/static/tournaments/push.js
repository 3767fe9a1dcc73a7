// Offers messages about one's table, where the page is safe (https) and the browser can show them; elsewhere it says why not.
(() => {
  const box = document.querySelector("[data-push]");
  const can = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!box) return;
  if (!can) {
    const no = document.querySelector("[data-no-push]");
    no.querySelector("p").textContent = window.isSecureContext ? no.dataset.cannot : no.dataset.plain;
    no.hidden = false;
    return;
  }
  const [on, off] = box.querySelectorAll("button");
  const status = box.querySelector("[role=status]");
  const options = { scope: box.dataset.scope };

  const show = (subscription, words = "") => {
    on.hidden = Boolean(subscription);
    off.hidden = !subscription;
    status.textContent = words || (subscription ? box.dataset.isOn : "");
  };
  const send = async (body) => {
    const answer = await fetch(box.dataset.devices, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error((await answer.json()).detail);
  };
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

  on.addEventListener("click", async () => {
    on.disabled = true;
    let subscription = null;
    try {
      if ((await Notification.requestPermission()) !== "granted") return show(null, box.dataset.denied);
      const registration = await navigator.serviceWorker.register(box.dataset.worker, options);
      await navigator.serviceWorker.ready.catch(() => null);
      subscription = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytes(box.dataset.key),
      });
      await send(subscription.toJSON());
      show(subscription);
    } catch {
      if (subscription) await subscription.unsubscribe();
      const registration = await navigator.serviceWorker.getRegistration(box.dataset.scope);
      if (registration) await registration.unregister();
      show(null, box.dataset.failed);
    } finally {
      on.disabled = false;
    }
  });
  off.addEventListener("click", async () => {
    const registration = await navigator.serviceWorker.getRegistration(box.dataset.scope);
    const subscription = registration && (await registration.pushManager.getSubscription());
    try {
      if (subscription) {
        await send({ endpoint: subscription.endpoint, off: true });
        await subscription.unsubscribe();
      }
      if (registration) await registration.unregister();
      show(null);
    } catch {
      show(subscription, box.dataset.failed);
    }
  });

  box.hidden = false;
  navigator.serviceWorker
    .getRegistration(box.dataset.scope)
    .then((registration) => registration && registration.pushManager.getSubscription())
    .then((subscription) => show(subscription || null));
})();
