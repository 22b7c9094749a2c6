import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { accessTopic } from '../auth/access-topic.ts';
import { addressOf } from '../auth/rate-limits.ts';
import { signedInAgain } from '../auth/signed-in.ts';
import { feedName } from '../contract/sync-protocol.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { boundOpenRequests } from '../open-requests.ts';
import { EVENT_STREAMS, EVENT_STREAMS_RETRY_S } from '../request-limits.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import type { AppEnv, Services } from '../services.ts';
import { whenClosed } from '../when-closed.ts';
import { keepNewestStreams } from './newest-streams.ts';
import { readReadableFeeds } from './readable-feeds.ts';

const HEARTBEAT_MS = 25_000;

/**
 * GET /api/events: server-sent events that name the feeds that moved, among those the person may read. When the inbox
 * moves, that set is read again, and new feeds are named at once. A comment at every heartbeat keeps proxies from
 * closing the stream. The stream ends at once when the sign-in or beta access ends, at the next heartbeat when it
 * expires. Too many streams from one address: 429. Too many of one person: the oldest ends.
 */
export function eventRoutes(services: Services, { heartbeatMs = HEARTBEAT_MS } = {}): Hono<AppEnv> {
  const lookAgain = signedInAgain(services);
  const admit = keepNewestStreams(EVENT_STREAMS.perPerson);
  const routes = new Hono<AppEnv>();
  routes.use(
    '/api/events',
    boundOpenRequests(EVENT_STREAMS.perAddress, (c) => addressOf(c, services), EVENT_STREAMS_RETRY_S),
  );
  return routes.get('/api/events', (c) => {
    const { userId } = mustBeDeviceUser(c);
    // Proxies must not buffer the stream.
    c.header('X-Accel-Buffering', 'no');
    const answer = streamSSE(c, async (stream) => {
      const moved = new Set<string>();
      let wake = () => {};
      let isOver = false;
      const ended = () => isOver || stream.aborted || services.pokes.closed.aborted;
      const hear = (feed: string) => {
        moved.add(feed);
        wake();
      };
      // The person of the request may have signed out since it was looked up.
      let accessIsUnsure = true;
      // Subscribe before reading, so that what changes meanwhile is noticed.
      const leaveAccess = services.pokes.subscribe([accessTopic(userId)], () => {
        accessIsUnsure = true;
        wake();
      });
      const leaveOwn = services.pokes.subscribe([feedName('own', userId), feedName('inbox', userId)], hear);
      let partners: HeardPartners = { feeds: [], leave: () => {} };
      const end = () => {
        isOver = true;
        wake();
      };
      const uncount = services.metrics.streamOpened();
      const leaveStreams = admit(userId, () => {
        end();
        // A phone without signal would otherwise hold the connection for minutes.
        (c.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy();
      });
      stream.onAbort(end);
      whenClosed(c, end);
      services.pokes.closed.addEventListener('abort', end);
      try {
        partners = await hearPartners(services, userId, hear);
        let greeting = ': connected\n\n';
        let beatAt = Date.now();
        while (!ended()) {
          const isDue = () => moved.size > 0 || accessIsUnsure || ended();
          if (!isDue()) await waitFor((resume) => (wake = resume), beatAt - Date.now(), isDue);
          if (ended()) break;
          const isBeat = Date.now() >= beatAt;
          if (isBeat || accessIsUnsure) {
            accessIsUnsure = false;
            if (!(await mayStillListen(lookAgain, c, userId))) break;
          }
          if (isBeat) {
            await stream.write(greeting);
            greeting = ': still here\n\n';
            beatAt = Date.now() + heartbeatMs;
          }
          if (moved.size === 0) continue;
          let feeds = [...moved];
          moved.clear();
          if (feeds.includes(feedName('inbox', userId))) {
            // Subscribe to the new feeds before leaving the old ones, so no poke is missed in between.
            const former = partners;
            partners = await hearPartners(services, userId, hear);
            former.leave();
            // Earlier changes of a new partner were never announced on this stream.
            feeds = [...new Set([...feeds, ...partners.feeds.filter((feed) => !former.feeds.includes(feed))])];
          }
          // A former partner's feed may have moved before this stream left it.
          feeds = feeds.filter((feed) => !feed.startsWith('shown:') || partners.feeds.includes(feed));
          if (feeds.length > 0) await stream.writeSSE({ event: 'poke', data: JSON.stringify({ feeds }) });
        }
      } catch (error) {
        // The stream ends. Devices reconnect, and pull when they do.
        if (!isDatabaseUnavailable(error)) throw error;
        services.log.warn({ requestId: c.var.requestId }, 'An event stream ended: the database is unavailable');
      } finally {
        uncount();
        leaveStreams();
        leaveAccess();
        leaveOwn();
        partners.leave();
        services.pokes.closed.removeEventListener('abort', end);
      }
    });
    // When a stream ends, the server may be stopping. Nothing may follow on its connection.
    answer.headers.set('Connection', 'close');
    return answer;
  });
}

interface HeardPartners {
  feeds: string[];
  leave: () => void;
}

async function hearPartners({ db, pokes }: Services, userId: string, hear: (feed: string) => void): Promise<HeardPartners> {
  const readable = await readReadableFeeds(db, userId);
  const feeds = readable.map(({ name }) => name).filter((name) => name.startsWith('shown:'));
  return { feeds, leave: pokes.subscribe(feeds, hear) };
}

async function mayStillListen(lookAgain: ReturnType<typeof signedInAgain>, c: Context<AppEnv>, userId: string) {
  const person = await lookAgain(c);
  return person?.userId === userId && person.hasBetaAccess;
}

/** Waits until woken or for `ms`, whichever comes first; returns at once if there is already work. */
async function waitFor(onWake: (resume: () => void) => void, ms: number, isReady: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    onWake(() => {
      clearTimeout(timer);
      resolve();
    });
    if (isReady()) {
      clearTimeout(timer);
      resolve();
    }
  });
}
