import { EarlierAccountAnswer, ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { Ports } from '../ports/ports.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { contentOf, isFilled, TYPED_FIELDS } from './account-content.ts';

const PATIENCE_MS = 30_000;

/**
 * Whose store another id on this device has. `earlier`: the signed-in person's own, from an account that the server has lost.
 * `unknown`: the server has not said.
 */
export type Standing = 'earlier' | 'other' | 'unknown';

/** @param userId the signed-in person */
export async function standingOf(store: Store, ports: Pick<Ports, 'fetch' | 'origin' | 'sleep'>, userId: string): Promise<Standing> {
  const [profile, declinedBy = [], held] = await Promise.all([
    store.view('profile').get(store.userId),
    readSetting(store, 'declinedBy'),
    countOwn(store),
  ]);
  const isEmpty = Object.values(held).every((count) => count === 0);
  if (!profile?.email || declinedBy.includes(userId) || isEmpty) return 'other';
  return askServer(ports, userId, { userId: store.userId, email: profile.email });
}

async function askServer(
  ports: Pick<Ports, 'fetch' | 'origin' | 'sleep'>,
  userId: string,
  account: { userId: string; email: string },
): Promise<Standing> {
  const { method, path } = ONLINE_CALLS['auth.earlierAccount'];
  const ask = async (signal: AbortSignal) => {
    const response = await ports.fetch(
      new Request(ports.origin + path, {
        method,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', [USER_HEADER]: userId },
        body: JSON.stringify(account),
        credentials: 'include',
        signal,
      }),
    );
    return { status: response.status, body: (await response.json().catch(() => null)) as { code?: unknown } | null };
  };
  const answered = await withTimeout(ports, PATIENCE_MS, ask).catch(() => null);
  const parsed = EarlierAccountAnswer.safeParse(answered?.body);
  if (parsed.success) return parsed.data.isYours ? 'earlier' : 'other';
  // A server before this version does not know the call: everyone else leaves, as before.
  return answered?.status === 404 && answered.body?.code === 'not_found' ? 'other' : 'unknown';
}

/** What a store holds of its own person. */
export interface OwnContent {
  sessions: number;
  dogs: number;
  cues: number;
  programs: number;
  plans: number;
  trials: number;
  comments: number;
  /** Pictures and films. */
  files: number;
  drafts: number;
  /** Reports, what another version of the app made, and taps that no set took. */
  changes: number;
  /** 1 if the person has filled in their profile. */
  profiles: 0 | 1;
}

export async function countOwn(store: Store): Promise<OwnContent> {
  const { videos, dogs, cues, programs, plans, trials, comments, unknown, media, drafts, taps, profile } = await contentOf(store);
  const live = (rows: readonly { deletedAt: string | null }[]) => rows.filter(({ deletedAt }) => deletedAt === null).length;
  return {
    sessions: live(videos),
    dogs: live(dogs),
    cues: live(cues),
    programs: live(programs),
    plans: live(plans),
    trials: live(trials),
    comments: comments.length,
    files: media.length,
    drafts: drafts.length,
    changes: unknown.length + taps.length,
    profiles: profile && TYPED_FIELDS.some((field) => isFilled(profile[field])) ? 1 : 0,
  };
}
