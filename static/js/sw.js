// Shows push messages, also while no page of the site is open. It keeps no pages: the site works online.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, line, address, tag, language } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body: line,
      tag,
      renotify: true,
      lang: language,
      icon: "/static/icons/icon-192.png",
      data: { address },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data.address, self.location.origin);
  if (page.origin !== self.location.origin) return;
  const show = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = windows.find((client) => new URL(client.url).pathname === page.pathname);
    return open ? open.focus() : self.clients.openWindow(page.href);
  };
  event.waitUntil(show());
});
