// Keeps the pages that a phone at a table works with, so that they open without a connection: the page that enters a
// game, the sand-glass; and those of an event whose player the phone knows (me.js), which only that script asks for. Only
// pages that the server marks are kept (the header `Viertal-Keep`); the network always comes first, and a page that comes
// from here bears when it was kept. It also shows the messages of a player's own page (push.js).
"use strict";
const KEPT = "viertal-pages-1";
const MOST_PAGES = 12; // pages kept at most; the oldest go first
const LONGEST = 5000; // ms without an answer after which the kept page is shown
const STATIC = "/static/";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("viertal-pages-") && name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));

const find = async (url) => (await caches.open(KEPT)).match(url, { ignoreVary: true });
const stateOf = (url) => `${url}${url.includes("?") ? "&" : "?"}kept-state`;
const isState = (url) => /[?&]kept-state$/.test(url);

// what the pages are made of: the files that they name. Their names change with what is in them.
async function files(page) {
  const text = await page.clone().text();
  return [...text.matchAll(/(?:href|src)="(\/static\/[^"]+\.(?:css|js|svg|png|woff2))"/g)].map(([, path]) => new URL(path, self.location).href);
}

// a page as it is kept: with the moment; and as it is shown again, so that its scripts know that it is old
const AT = "Viertal-Kept-At";
async function dated(page) {
  const headers = new Headers(page.headers);
  headers.set(AT, String(Date.now()));
  return new Response(await page.clone().text(), { status: page.status, headers });
}
async function old(page) {
  const at = page.headers.get(AT), text = await page.text();
  return new Response(at ? text.replace("<html ", `<html data-kept-at="${Number(at)}" `) : text, { status: page.status, headers: page.headers });
}
const marked = (answer, asked) => answer.ok && (answer.headers.get("Viertal-Keep") === "page" || asked && answer.headers.get("Viertal-Keep") === "mine");

async function keep(url, page) {
  const cache = await caches.open(KEPT);
  await cache.delete(stateOf(url)); // the page is newer than what a script was told before
  await cache.delete(url); // put anew: the newest stands last
  await cache.put(url, await dated(page));
  for (const file of await files(page)) {
    if (await cache.match(file, { ignoreVary: true })) continue;
    const answer = await fetch(file);
    if (answer.ok) await cache.put(file, answer);
  }
  await tidy(cache);
}

// the oldest pages go, and the files that no page names any more
async function tidy(cache) {
  const pages = (await cache.keys()).map((request) => request.url).filter((url) => !new URL(url).pathname.startsWith(STATIC) && !isState(url));
  for (const url of pages.slice(0, -MOST_PAGES)) await forget(url, cache);
  const used = new Set();
  for (const url of pages.slice(-MOST_PAGES)) {
    const page = await cache.match(url, { ignoreVary: true });
    if (page) for (const file of await files(page)) used.add(file);
  }
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    if (path.startsWith(STATIC) && !/\.woff2$/.test(path) && !used.has(url)) await cache.delete(url);
  }
}

async function forget(url, opened = null) {
  const cache = opened || (await caches.open(KEPT));
  await cache.delete(url);
  await cache.delete(stateOf(url));
}

const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error("no answer in time")), LONGEST));
const broken = (answer) => answer.status >= 502 && answer.status <= 504;

// a page: from the network; as it was kept where there is none
async function page(event) {
  const { url } = event.request;
  const kept = await find(url);
  try {
    const answer = await (kept ? Promise.race([fetch(event.request), late()]) : fetch(event.request));
    if (kept && broken(answer)) return old(kept);
    if (marked(answer, Boolean(kept))) event.waitUntil(keep(url, answer.clone()));
    else if (kept) event.waitUntil(forget(url)); // gone, moved, or no longer this reader's
    return answer;
  } catch (error) {
    const instead = kept ? await old(kept) : await list(url);
    if (instead) return instead;
    throw error;
  }
}

// a page that is not kept: which ones of its event are, or of any where it has none, and of which hour; in the words that
// these bring along
async function list(url) {
  const path = new URL(url).pathname, event = /^\/t\/[^/]+\//.exec(path)?.[0];
  if (path.startsWith("/admin/")) return null;
  return (event && await listed(event)) || listed("/t/");
}
async function listed(below) {
  const cache = await caches.open(KEPT);
  let words = "", lines = "", head = "", lang = "";
  for (const { url: address } of (await cache.keys()).reverse()) {
    if (isState(address) || !new URL(address).pathname.startsWith(below)) continue;
    const page = await cache.match(address, { ignoreVary: true }), text = await page.text();
    const said = /data-away="([^"]+)"/.exec(text)?.[1];
    if (!said) continue;
    if (!words) {
      words = said;
      lang = /<html lang="([\w-]+)"/.exec(text)?.[1] || "en";
      head = (text.match(/<link rel="stylesheet"[^>]+>/g) || []).join("");
    }
    const at = new Date(Number(page.headers.get(AT))).toLocaleString(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeStyle: "short", timeZone: /data-zone="([^"]+)"/.exec(text)?.[1] });
    lines += `<li><a href="${address.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${/<title>([^<]*?)(?: · Viertal)?</.exec(text)?.[1]}</a><br><small>${at}</small></li>`;
  }
  return words && new Response(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${words}</title>${head}</head><body><main id="main"><h1>${words}</h1><ul role="list">${lines}</ul></main></body></html>`, {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; style-src 'self'; font-src 'self'" },
  });
}

// the state of a game, asked for by the script of a kept page
async function state(event) {
  const { url } = event.request;
  try {
    const answer = await fetch(event.request);
    if (!broken(answer)) return answer;
    throw new Error(String(answer.status));
  } catch (error) {
    const kept = await find(stateOf(url));
    if (kept) return kept;
    throw error;
  }
}

// whoever leaves the desk leaves nothing of it on the device
async function leave() {
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) if (new URL(url).pathname.startsWith("/admin/")) await cache.delete(url);
}

// a phone that forgets its player leaves nothing of the events' pages
async function forgetEvents() {
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) if (new URL(url).pathname.startsWith("/t/")) await forget(url, cache);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (url.pathname === "/admin/logout/" && request.method === "POST") event.waitUntil(leave());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(find(request.url).then((kept) => kept || fetch(request)));
  else if (request.headers.get("Accept") === "application/json" && /\/game\/(?:\d+\/)?$/.test(url.pathname)) event.respondWith(state(event));
});

// a page that was open before the worker was there is fetched once more and kept; the state of its game comes by message
self.addEventListener("message", (event) => {
  const { keep: address, state: told, forget: all } = event.data || {};
  if (all) { event.waitUntil(forgetEvents().then(() => event.source?.postMessage({ forgotten: true }))); return; }
  if (!address || new URL(address).origin !== self.location.origin) return;
  event.waitUntil((async () => {
    if (told) {
      const headers = { "Content-Type": "application/json", "Viertal-Kept": "state" };
      if (await find(address)) await (await caches.open(KEPT)).put(stateOf(address), new Response(JSON.stringify({ state: told }), { headers }));
    } else if (!(await find(address))) {
      const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html", "Viertal-Keep": "page" } });
      if (!answer.redirected && marked(answer, true)) await keep(address, answer);
    }
    event.source?.postMessage({ kept: address });
  })());
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    return;
  }
  event.waitUntil(self.registration.showNotification(told.title, { body: told.body, lang: told.lang, tag: "table", renotify: true }));
});

// the player's page comes to the front where it is open (it keeps itself up to date); a window on a page below it is led
// there, which a worker may do with its own windows only; a new window opens only where there is neither
async function toTheFront() {
  const { scope } = self.registration;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => url.split(/[?#]/)[0] === scope);
  if (open) return open.focus();
  const [below] = await self.clients.matchAll({ type: "window" });
  if (!below) return self.clients.openWindow(scope);
  await below.focus();
  return below.navigate(scope);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTheFront());
});
