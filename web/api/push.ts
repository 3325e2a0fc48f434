import { endPush, getNotices, subscribeToPush } from '#contract/calls/notices.ts';
import type { Notices } from '#contract/notices.ts';
import { local } from '#web/storage/storage.ts';
import { call } from './call.ts';

/** `home-screen`: on iPhones and iPads only a site that was put on the home screen is pushed to. */
type PushSupport = 'ready' | 'denied' | 'home-screen' | 'none';
export type SubscribedBrowser = Notices['browsers'][number];

/** Whether this browser can be pushed to. */
export function readPushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return Notification.permission === 'denied' ? 'denied' : 'ready';
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad says that it is a Mac.
  const isPhoneOfApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1);
  return isPhoneOfApple ? 'home-screen' : 'none';
}

const workerTimeoutMs = 10_000;
/** Stored when somebody does not want to be asked: it belongs to the device, whoever is signed in. */
const refusedKey = 'push_refused';

/** Whether somebody has refused push on this device. */
export function isRefusedHere(): boolean {
  return local.getItem(refusedKey) !== null;
}

/** Push is not offered on this device any more, until it is turned on. */
export function refuseHere(): void {
  local.setItem(refusedKey, 'yes');
}

/**
 * The site's key, which a browser needs to be told of wins. Null where the site does not push, the client does
 * not want to be told of wins, or is told here already. It waits for the service worker, without which nothing can be pushed here.
 *
 * @throws ApiError
 */
export async function findOffer(): Promise<string | null> {
  await navigator.serviceWorker.ready;
  const { pushKey, choices, browsers } = (await call(getNotices)).data;
  const isWanted = choices.some(({ kind, channel, wanted }) => kind === 'win' && channel === 'push' && wanted);
  return isWanted && (await findHere(browsers)) === null ? pushKey : null;
}

/** Which of a client's subscribed browsers this one is; null for none of them. */
export async function findHere(browsers: readonly SubscribedBrowser[]): Promise<SubscribedBrowser | null> {
  const subscription = readPushSupport() === 'ready' ? await readSubscription() : null;
  return subscription && findBrowser(browsers, subscription);
}

/**
 * Lets this browser be pushed to. It asks the person for the permission, so it has to be called on a tap.
 *
 * @param pushKey of the site, in base64url
 * @returns false where the person does not permit it
 * @throws ApiError; DOMException where the browser's push service does not answer, or no service worker is there in time
 */
export async function subscribeHere(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await inTurn(async () => {
    const { pushManager } = await readyWorker();
    // The server does not know this subscription, or it has a former key of the site.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
    try {
      await tellServer(subscription);
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
  });
  local.removeItem(refusedKey);
  return true;
}

/**
 * Ends the subscription of this browser. With its id somebody turns push off: it ends on the server first, where a failure changes
 * nothing, and is not offered here again.
 */
export async function endHere(id?: string): Promise<void> {
  if (readPushSupport() === 'none') return;
  await inTurn(async () => {
    if (id !== undefined) {
      await call(endPush, { params: { id } });
      refuseHere();
    }
    await (await readSubscription())?.unsubscribe();
  });
}

/**
 * Compares this browser's subscription with those that the server has for the client who is signed in. One from an earlier session
 * of theirs continues in this one, and one whose address the browser has changed takes the place of the former. Any other ends:
 * it was somebody else's, or was ended from elsewhere.
 */
export async function keepInStep(): Promise<void> {
  if (readPushSupport() !== 'ready') return;
  await inTurn(async () => {
    const subscription = await readSubscription();
    if (!subscription) return;
    const { browsers } = (await call(getNotices)).data;
    const here = await findBrowser(browsers, subscription);
    if (here?.current) return;
    const before = browsers.find(({ current }) => current);
    if (!here && !before) return void (await subscription.unsubscribe());
    await tellServer(subscription);
    if (before) await call(endPush, { params: { id: before.id } });
  });
}

/** The service worker. Where the browser did not let it register, `ready` would wait for ever, and the button with it. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, workerTimeoutMs, new DOMException('no service worker', 'TimeoutError'));
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Tabs of one browser have one subscription. */
async function inTurn(act: () => Promise<void>): Promise<void> {
  await navigator.locks.request('push', act);
}

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call(subscribeToPush, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
}

async function findBrowser(
  browsers: readonly SubscribedBrowser[],
  { endpoint }: PushSubscription,
): Promise<SubscribedBrowser | null> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return browsers.find(({ endpointHash }) => endpointHash === hash) ?? null;
}
