import { callPath, MUTATIONS, type MutationName } from '../contract/mutations.ts';
import { id } from '../contract/text.ts';
import type { Transaction } from '../db/database.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Notice } from '../push/notice.ts';
import { type Raise, type RaisedFeed, raiseFeeds } from '../feeds/raise-feeds.ts';
import type { Services, SignedIn } from '../services.ts';
import { claimKey, storeAnswer } from './idempotency.ts';
import type { MutationAnswer, MutationHandler } from './mutation-handler.ts';
import { handlers } from './mutation-handlers.ts';
import { limitMutation } from './mutation-limits.ts';
import { parsePayload } from './parse-payload.ts';
import { requestHash } from './request-hash.ts';

export interface MutationRequest {
  name: MutationName;
  /** The path's parameters by name, as sent. */
  params: Readonly<Record<string, string>>;
  /** As sent, before validation. */
  payload: unknown;
  /** The idempotency key. Without one, a repeat is a new request. */
  key: string | undefined;
  /** Called in the transaction with the feeds that this mutation raised. Throwing rolls everything back. */
  beforeCommit?: (tx: Transaction, raised: readonly RaisedFeed[]) => Promise<void>;
}

export interface Performed extends MutationAnswer {
  /** Empty for a repeat. */
  raised: readonly RaisedFeed[];
}

const ATTEMPTS = 5;

/**
 * Applies one mutation exactly once (R116). One transaction claims the key, changes rows, raises feeds and stores the
 * answer. The pokes follow. A repeat under the same key gets the first answer, and after a day the row as it is then
 * (R169).
 * @throws Refusal; the transaction is rolled back, and the key is free again
 */
export async function performMutation(
  services: Services,
  actor: SignedIn,
  { name, params: sentParams, payload: sent, key, beforeCommit }: MutationRequest,
): Promise<Performed> {
  const { method, path, entity, payload: schema } = MUTATIONS[name];
  const params = mustBeIds(path, sentParams);
  const payload = parsePayload(schema, sent);
  await limitMutation(services, actor, name);
  const handle = handlers[name] as MutationHandler<MutationName>;
  const claim = key === undefined ? null : { key: mustBeKey(key), hash: requestHash(method, callPath(path, params), sent), entity };

  const { answer, raised, notices } = await retried(() =>
    services.db.transaction(async (tx) => {
      const now = services.now();
      const earlier = claim && (await claimKey(tx, actor, claim, now));
      if (earlier) return { answer: earlier, raised: [], notices: [] };
      const raises: Raise[] = [];
      const notices: Notice[] = [];
      const answer = await handle(
        {
          tx,
          services,
          actor,
          now,
          params,
          raise: (kind, userId, entity, rowId, gone) => raises.push({ kind, userId, entity, rowId, gone }),
          tell: (notice) => notices.push(notice),
        },
        payload as never,
      );
      const raised = await raiseFeeds(tx, services, raises);
      await beforeCommit?.(tx, raised);
      if (claim) await storeAnswer(tx, actor, claim.key, answer);
      return { answer, raised, notices };
    }),
  );
  if (raised.length > 0) services.pokes.publish(raised.map((feed) => feed.name));
  services.push.tell(notices);
  return { ...answer, raised };
}

/** @throws Refusal 404: a malformed id cannot name a row */
function mustBeIds(path: string, sent: Readonly<Record<string, string>>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const parsed = id.safeParse(Object.hasOwn(sent, name) ? sent[name] : undefined);
    if (!parsed.success) throw notFound();
    params[name] = parsed.data;
  }
  return params;
}

function mustBeKey(sent: string): string {
  const parsed = id.safeParse(sent);
  if (!parsed.success) throw new Refusal('invalid', 'Idempotency-Key must be a UUID');
  return parsed.data;
}

const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** PostgreSQL aborts one of two transactions that deadlock or cannot be serialized. Retry it: the other one continues. */
async function retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } };
      const state = cause?.code ?? code;
      if (left <= 1 || (state !== DEADLOCK_DETECTED && state !== SERIALIZATION_FAILURE)) throw error;
    }
  }
}
