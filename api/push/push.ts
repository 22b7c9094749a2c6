import { eq } from 'drizzle-orm';
import { secondsAfter } from '../auth/lifetimes.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { pushSubscriptions } from '../db/tables/push.ts';
import { fullName } from '../routes/full-name.ts';
import type { ServerPorts } from '../server-ports.ts';
import { createDeliverer } from './deliver.ts';
import { type DueMessage, endMessage, putOffMessages, takeDueMessages } from './due-messages.ts';
import type { Notice } from './notice.ts';
import { mayBePushService } from './push-endpoint.ts';
import { queueNotices } from './queue-notices.ts';
import { vapidKeysOf } from './vapid-keys.ts';

/** Notifies closed apps (docs/decisions/0020). */
export interface Push {
  publicKey(): Promise<string>;
  /** Records events after their commit. Returns at once and never throws; callers never wait for a push. */
  tell(notices: readonly Notice[]): void;
  /** Sends now and periodically until `close`. Only servers call it; other processes just fill the queue. */
  start(): void;
  /** Resolves once every recorded event is queued and every due message has been tried once. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Wait after each attempt of a message but the last. After the last, its subscription counts as gone. */
const RETRY_SECONDS: readonly number[] = [30, 120, 600, 3_600];
/** Maximum, even if a push service asks for a longer wait. */
const RETRY_MOST_SECONDS = 6 * 3_600;
const AT_ONCE = 6;
/** Longer than an attempt may take. */
const LEASE_SECONDS = 60;
/** Interval for finding postponed messages and those that another replica left behind. */
const LOOK_EVERY_MS = 15_000;

/** @param patienceMs time limit for a push service's answer; less than the lease */
export function createPush(services: Pick<ServerPorts, 'db' | 'env' | 'log' | 'now'>, patienceMs?: number): Push {
  const { db, env, log, now } = services;
  const vapid = vapidKeysOf(services);
  const deliverer = createDeliverer(vapid, contactOf(env), patienceMs);
  let waiting: Notice[] = [];
  let queueing: Promise<void> | null = null;
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  /** Whether there may be more to send since the last look. */
  let more = false;
  /** Wakes the sender while it waits for more. */
  let wake = () => {};

  async function queueAll() {
    // Queue everything that one request reports, such as an envelope of fifty sessions, together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const notices = waiting;
      waiting = [];
      try {
        if ((await queueNotices(db, notices, now())) > 0 && timer) send();
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          waiting = [...notices, ...waiting];
          break;
        }
        log.warn({ err: error }, 'Pushes could not be queued');
      }
    }
    queueing = null;
  }

  function send() {
    lookAgain();
    sending ??= sendDue()
      .catch((error: unknown) => log.warn({ err: error }, 'Pushes could not be sent; retrying in seconds'))
      .finally(() => {
        sending = null;
        if (more && !closed) send();
      });
  }

  function lookAgain() {
    more = true;
    wake();
  }

  async function sendDue() {
    // One send per recipient, so an unresponsive browser delays only its owner's messages.
    const underWay = new Map<string, Promise<void>>();
    try {
      while (!closed) {
        more = false;
        const told = new Promise<void>((resolve) => (wake = resolve));
        const due = await takeDueMessages(db, now(), AT_ONCE - underWay.size, LEASE_SECONDS, env.adminEmails, [...underWay.keys()]);
        for (const message of due) {
          const sent = sendOne(message)
            // The lease expires on its own.
            .catch((error: unknown) => log.warn({ err: error }, 'A push could not be sent'))
            .then(() => {
              underWay.delete(message.to);
              lookAgain();
            });
          underWay.set(message.to, sent);
        }
        if (due.length > 0 || more) continue;
        if (underWay.size === 0) return;
        await told;
      }
    } finally {
      await Promise.all(underWay.values());
    }
  }

  async function sendOne(message: DueMessage) {
    const { subscriptionId, topic, kind, to, videoId, attempts } = message;
    if (!message.mayKnow) return endMessage(db, message);
    if (!mayBePushService(new URL(message.endpoint), env)) {
      return db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
    }
    const from = fullName({ firstName: message.fromFirst, lastName: message.fromLast }) || null;
    const delivery = await deliverer.deliver(message, { kind, to, from, videoId }, topic);
    if (delivery.state === 'later') {
      const wait = RETRY_SECONDS[attempts - 1];
      if (wait !== undefined) {
        const seconds = Math.min(Math.max(wait, delivery.afterSeconds ?? 0), RETRY_MOST_SECONDS);
        return putOffMessages(db, message, secondsAfter(now(), seconds));
      }
    }
    if (delivery.state === 'later' || delivery.state === 'gone') {
      // This also deletes the browser's messages. If it is still alive, it subscribes again when the app next starts.
      return db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
    }
    if (delivery.state === 'refused') log.warn({ status: delivery.status, subscriptionId }, 'A push was refused');
    return endMessage(db, message);
  }

  return {
    publicKey: async () => (await vapid()).publicKey,
    tell(notices) {
      if (closed || notices.length === 0) return;
      waiting.push(...notices);
      queueing ??= queueAll();
    },
    start() {
      timer = setInterval(() => {
        // Notices that could not be queued while the database was away.
        if (waiting.length > 0) queueing ??= queueAll();
        send();
      }, LOOK_EVERY_MS).unref();
      send();
    },
    async settled() {
      await queueing;
      send();
      while (sending) await sending;
    },
    async close() {
      closed = true;
      lookAgain();
      if (timer) clearInterval(timer);
      timer = null;
      await queueing;
      await sending;
      deliverer.close();
    },
  };
}

/** Contact for push services about these pushes (RFC 8292, section 2.1). */
const contactOf = ({ publicUrl, mailFrom }: ServerPorts['env']) => {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0];
  if (address) return `mailto:${address}`;
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost';
};
