import { trustedScript } from '#web/trusted.ts';
import { keepScreens } from './keep-screens.ts';

const hour = 3_600_000;

/**
 * Registers the service worker. Calls `tell` when a new version of the app is installed and waiting, with a function that
 * activates it. On a first visit `tell` is not called: that version is the newest.
 */
export function followVersions(tell: (changeOver: () => void) => void): void {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  // Blocked, or not over TLS.
  if (!workers || !import.meta.env.PROD) return;
  const hadVersion = workers.controller !== null;
  let asked = false;
  let isOld = false;
  workers.addEventListener('controllerchange', () => {
    // Another tab may have activated it: do not lose what is typed in this one.
    if (asked) reload();
    else if (hadVersion) tell(reload);
  });

  function offer({ waiting }: ServiceWorkerRegistration) {
    if (!waiting || !workers?.controller) return;
    isOld = true;
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
    keepScreens(workers!, () => isOld);
  }
  // Without a service worker everything works, but only online.
  start().catch(() => {});
}

/** Loads the page again. Before that, each part of it can put away what would be lost (`change-language.ts` does the same). */
function reload() {
  dispatchEvent(new Event('leave'));
  location.reload();
}

/** The browser checks for an update on page load. A page that stays open checks when it becomes visible again. */
function lookEveryHour(registration: ServiceWorkerRegistration) {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < hour) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  });
}
