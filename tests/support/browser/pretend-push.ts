import type { BrowserContext, Page, Worker } from 'playwright-core';
import type { BrowserSubscription } from '#server/notices/subscriptions.ts';

/** The parts of the pretended push service that a test changes while the page is open. */
interface Pretended {
  /** Then subscribing fails, as it does where the browser does not reach its push service. */
  isDown: boolean;
  /** The person's answer when the browser asks for the permission. Null while it does not ask. */
  answer: ((given: NotificationPermission) => void) | null;
}

interface PretendingWindow {
  pretendedPush?: Pretended;
}

/**
 * Gives the pages of a context a push service, and somebody to ask for the permission. A headless Chromium has neither: there
 * `Notification.permission` is `denied`, whatever the context is granted, and subscribing fails.
 */
export async function pretendPush(context: BrowserContext | Page, subscription: BrowserSubscription): Promise<void> {
  await context.addInitScript(pretend, subscription);
}

/** The person answers the browser's question, once it is asked. */
export async function answerPermission(page: Page, given: NotificationPermission): Promise<void> {
  await page.waitForFunction(() => (window as PretendingWindow).pretendedPush?.answer != null);
  await page.evaluate((answer) => (window as PretendingWindow).pretendedPush!.answer!(answer), given);
}

/** Whether the push service is down from now on. */
export async function setPushDown(page: Page, isDown: boolean): Promise<void> {
  await page.evaluate((down) => {
    (window as PretendingWindow).pretendedPush!.isDown = down;
  }, isDown);
}

/** Types of a service worker that the types of a page lack. */
interface WorkerScope {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
  readonly clients: { openWindow: (address: string) => Promise<null> };
}

interface ShownNotice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly lang: string;
  /** The data that the service worker keeps with it. */
  readonly data: string;
}

/** Gives a service worker a screen to show notices on, which a headless Chromium does not have: it refuses each. */
export async function pretendScreen(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as WorkerScope;
    const shown = new Map<string, Notification>();
    registration.showNotification = (title, options = {}) => {
      const { tag = '' } = options;
      shown.set(tag, { title, ...options, close: () => void shown.delete(tag) } as Notification);
      return Promise.resolve();
    };
    registration.getNotifications = () => Promise.resolve([...shown.values()]);
  });
}

/** The notifications that the service worker shows now. */
export function readScreen(worker: Worker): Promise<ShownNotice[]> {
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data: data as string }));
  });
}

/** Taps the one notice that is shown. @returns the addresses that the service worker wants to open */
export function tapNotice(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const { registration, clients } = globalThis as unknown as WorkerScope;
    const opened: string[] = [];
    clients.openWindow = (address) => {
      opened.push(address);
      return Promise.resolve(null);
    };
    const [notification] = await registration.getNotifications();
    let done: Promise<unknown> = Promise.resolve();
    const waitUntil = (work: Promise<unknown>) => (done = work);
    // An event that a script makes has a `waitUntil` that refuses.
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
    await done;
    return opened;
  });
}

/** Runs in the page, before its code. Permission and subscription outlast a reload. */
function pretend(subscription: BrowserSubscription): void {
  // An empty page is no secure context.
  if (!('PushManager' in globalThis && 'Notification' in globalThis)) return;
  const [permitted, subscribed] = ['pretended permission', 'pretended subscription'];
  const readPermission = () => (localStorage.getItem(permitted) ?? 'default') as NotificationPermission;
  const pretended: Pretended = { isDown: false, answer: null };
  (window as PretendingWindow).pretendedPush = pretended;
  Object.defineProperty(Notification, 'permission', { get: readPermission });
  Notification.requestPermission = () => {
    if (readPermission() !== 'default') return Promise.resolve(readPermission());
    return new Promise((resolve) => {
      pretended.answer = (given) => {
        pretended.answer = null;
        localStorage.setItem(permitted, given);
        resolve(given);
      };
    });
  };
  const made = {
    endpoint: subscription.endpoint,
    toJSON: () => subscription,
    unsubscribe() {
      localStorage.removeItem(subscribed);
      return Promise.resolve(true);
    },
  } satisfies Partial<PushSubscription> as unknown as PushSubscription;
  PushManager.prototype.getSubscription = () => Promise.resolve(localStorage.getItem(subscribed) ? made : null);
  PushManager.prototype.subscribe = () => {
    if (pretended.isDown) return Promise.reject(new DOMException('no push service', 'AbortError'));
    localStorage.setItem(subscribed, 'yes');
    return Promise.resolve(made);
  };
}
