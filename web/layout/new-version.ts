import { trustedScript } from '#web/trusted.ts';

const hour = 3_600_000;

/**
 * Starts the service worker, and tells when a new version of the app has been loaded and waits: with what changes over to it.
 * Nothing is told on a first visit, whose version is the newest.
 */
export function followVersions(tell: (changeOver: () => void) => void): void {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  // Blocked, or not over TLS.
  if (!workers || !import.meta.env.PROD) return;
  const hadVersion = workers.controller !== null;
  let asked = false;
  workers.addEventListener('controllerchange', () => {
    // Another tab may have changed over: whoever types here should not lose it.
    if (asked) location.reload();
    else if (hadVersion) tell(() => location.reload());
  });

  function offer({ waiting }: ServiceWorkerRegistration) {
    if (!waiting || !workers?.controller) return;
    tell(() => {
      asked = true;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      waiting.postMessage('take over');
    });
  }

  async function start() {
    const registration = await workers!.register(trustedScript('/service-worker.js'));
    offer(registration);
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => offer(registration));
    });
    lookEveryHour(registration);
  }
  // Without a service worker everything works, but not without a network.
  start().catch(() => {});
}

/** The browser looks when a page is loaded; a page that stays open looks when somebody comes back to it. */
function lookEveryHour(registration: ServiceWorkerRegistration) {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < hour) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  });
}
