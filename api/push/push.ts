import { eq } from 'drizzle-orm';
import { secondsAfter } from '../auth/lifetimes.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { pushSubscriptions } from '../db/tables/push.ts';
import { fullName } from '../routes/full-name.ts';
import type { Services } from '../services.ts';
import { createDeliverer } from './deliver.ts';
import { type DueMessage, endMessage, putOffMessages, takeDueMessages } from './due-messages.ts';
import type { Notice } from './notice.ts';
import { queueNotices } from './queue-notices.ts';
import { vapidKeysOf } from './vapid-keys.ts';

/** Tells closed apps of what is new (docs/decisions/0020). */
export interface Push {
  publicKey(): Promise<string>;
  /** Notes what has happened, after its commit. Returns at once and never throws: nothing waits for a push. */
  tell(notices: readonly Notice[]): void;
  /** Sends now and from then on, until `close`. Only a server does; whoever else tells leaves the queue to it. */
  start(): void;
  /** Resolves when everything told so far is queued and everything due has been tried once. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Attempts of one message, and the wait after each but the last; then its browser counts as gone. */
const RETRY_SECONDS: readonly number[] = [30, 120, 600, 3_600];
/** However late a push service wants to be asked again. */
const RETRY_MOST_SECONDS = 6 * 3_600;
const AT_ONCE = 6;
/** Longer than an attempt may take. */
const LEASE_SECONDS = 60;
/** For what was put off, and what another replica left behind. */
const LOOK_EVERY_MS = 15_000;

/** @param patienceMs how long a push service may take to answer; less than the lease */
export function createPush(services: Pick<Services, 'db' | 'env' | 'log' | 'now'>, patienceMs?: number): Push {
  const { db, env, log, now } = services;
  const vapid = vapidKeysOf(services);
  const deliverer = createDeliverer(vapid, contactOf(env), patienceMs);
  let waiting: Notice[] = [];
  let queueing: Promise<void> | null = null;
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  /** Since the last look there may be more to send. */
  let more = false;
  /** Ends the wait for it. */
  let wake = () => {};

  async function queueAll() {
    // Everything that one request tells, such as an envelope of fifty sessions, goes down together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const notices = waiting;
      waiting = [];
      try {
        if ((await queueNotices(db, notices, now())) > 0 && timer) send();
      } catch (error) {
        if (isDatabaseAway(error)) {
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
      .catch((error: unknown) => log.warn({ err: error }, 'Pushes could not be sent; the next look is in seconds'))
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
    // One for each reader, so that browsers which never answer hold up nobody else's.
    const underWay = new Map<string, Promise<void>>();
    try {
      while (!closed) {
        more = false;
        const told = new Promise<void>((resolve) => (wake = resolve));
        const due = await takeDueMessages(db, now(), AT_ONCE - underWay.size, LEASE_SECONDS, env.adminEmails, [...underWay.keys()]);
        for (const message of due) {
          const sent = sendOne(message)
            // Its lease ends by itself.
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
      // The messages to it go with it. A browser that does listen says so again at its next start.
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
        // What the database was away for.
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

/** Whom a push service may write to about these pushes (RFC 8292, section 2.1). */
const contactOf = ({ publicUrl, mailFrom }: Services['env']) => {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0];
  if (address) return `mailto:${address}`;
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost';
};
