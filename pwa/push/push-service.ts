import { PushKeyAnswer, type PushKind, PushSubscriptionAnswer, type PushSubscriptionRequest } from '../../api/contract/push.ts';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import type { PushSetting } from '../../sync/store/setting-values.ts';
import type { Store } from '../../sync/store/store.ts';

/** Whether this browser supports notifications while the app is closed. On iOS, only the installed app does (Push API). */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Applies the setting to browser and server: subscribed on both, or on neither. Idempotent; the run at each start also
 * reports to the server that this browser still listens.
 */
export async function settlePushes(store: Store, ports: Ports): Promise<void> {
  const setting = await readSetting(store, 'push');
  if (!setting || !canPush()) return;
  const reached =
    setting.on && Notification.permission === 'granted' ? await listen(store, ports, setting) : await endListening(store, ports, setting);
  // The setting may have since changed; the next call then applies it.
  if (reached.subscriptionId === setting.subscriptionId && reached.problem === setting.problem) return;
  await store.transaction('rw', store.settings, async () => {
    const now = await readSetting(store, 'push');
    if (now) await writeSetting(store, 'push', { ...now, ...reached });
  });
}

type Reached = Pick<PushSetting, 'subscriptionId' | 'problem'>;

async function listen(store: Store, ports: Ports, { kinds, subscriptionId }: PushSetting): Promise<Reached> {
  const key = await callPush(store, ports, 'GET', '/api/push');
  const parsed = key?.ok ? PushKeyAnswer.safeParse(await key.json().catch(() => null)) : null;
  if (!parsed?.success) return { subscriptionId, problem: 'offline' };
  const { publicKey } = parsed.data;
  let subscription = await subscribe(publicKey).catch(() => null);
  let answer = subscription && (await register(store, ports, subscription, kinds));
  if (answer?.status === 409) {
    // Another sign-in has this endpoint (R191). The push service gives the browser a new one; ask only once.
    subscription = await subscribe(publicKey, { renew: true }).catch(() => null);
    answer = subscription && (await register(store, ports, subscription, kinds));
  }
  if (!subscription) return { subscriptionId: null, problem: 'browser' };
  const held = answer?.ok ? PushSubscriptionAnswer.safeParse(await answer.json().catch(() => null)) : null;
  return held?.success ? { subscriptionId: held.data.id, problem: null } : { subscriptionId, problem: 'offline' };
}

/** @returns the server's answer; null without a connection */
function register(store: Store, ports: Ports, subscription: Subscription, kinds: readonly PushKind[]): Promise<Response | null> {
  const told: PushSubscriptionRequest = { ...subscription, kinds: [...kinds] };
  return callPush(store, ports, 'POST', '/api/push/subscriptions', told);
}

type Subscription = Pick<PushSubscriptionRequest, 'endpoint' | 'keys'>;

/**
 * @param renew gives up the endpoint that the browser has
 * @throws if the browser's push service gives no endpoint
 */
async function subscribe(publicKey: string, { renew = false } = {}): Promise<Subscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const held = await pushManager.getSubscription();
  const heldKey = held?.options.applicationServerKey;
  // If the server's keys have changed, it could not sign for this subscription.
  if (!renew && held && heldKey && base64Url(heldKey) === publicKey) return detailsOf(held);
  await held?.unsubscribe();
  return detailsOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

function detailsOf(subscription: PushSubscription): Subscription {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('The push service gave no endpoint');
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
}

async function endListening(store: Store, ports: Ports, { subscriptionId }: PushSetting): Promise<Reached> {
  await dropSubscription();
  if (subscriptionId === null) return { subscriptionId, problem: null };
  const answer = await callPush(store, ports, 'DELETE', `/api/push/subscriptions/${subscriptionId}`);
  return answer?.ok ? { subscriptionId: null, problem: null } : { subscriptionId, problem: 'offline' };
}

/** Unsubscribes the browser, with or without a network: after a sign-out, no notification for that person may appear here. */
export async function dropSubscription(): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

const callPush = (store: Store, ports: Ports, method: string, path: string, body?: object): Promise<Response | null> =>
  ports
    .fetch(
      new Request(ports.origin + path, {
        method,
        headers: { Accept: 'application/json', [USER_HEADER]: store.userId, ...(body && { 'Content-Type': 'application/json' }) },
        credentials: 'include',
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    .catch(() => null);

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
