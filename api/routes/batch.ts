import { type Context, Hono } from 'hono';
import { ENVELOPE_MAX_BYTES } from '../contract/limits.ts';
import { isMutationName } from '../contract/mutations.ts';
import { BatchRequest, type Operation, type OperationAnswer } from '../contract/sync-protocol.ts';
import { notFound, Refusal } from '../errors.ts';
import type { AppEnv, Services, SignedIn } from '../services.ts';
import { mustBeAcceptedVersion } from './accepted-version.ts';
import { type EnvelopeHistory, openHistory, OtherHistory } from './envelope-history.ts';
import { parsePayload } from './parse-payload.ts';
import { performMutation } from './perform-mutation.ts';
import { readJson } from './read-json.ts';
import { mustBeDeviceUser } from './device-user.ts';
import { refusalOf } from './refusal-of.ts';

/**
 * Applies an envelope of mutations in order, each in its own transaction and with the answer that a single request
 * would get. Stops at a 401 or a 5xx, because the rest would fail too; the device keeps the rest queued.
 */
export const batchRoutes = (services: Services) =>
  new Hono<AppEnv>().post('/api/batch', async (c) => {
    const actor = mustBeDeviceUser(c);
    const sent = await readJson(c, ENVELOPE_MAX_BYTES);
    mustBeAcceptedVersion(sent);
    const { epoch, read, operations } = parsePayload(BatchRequest, sent);
    const history = await openHistory(services, actor.userId, { epoch: read?.epoch ?? epoch, read });
    // As sent: a schema change must not alter the request that a key identifies.
    const payloads = (sent as { operations: { payload?: unknown }[] }).operations.map(({ payload }) => payload);
    const answers: OperationAnswer[] = [];
    const unapplied = new Set(operations.map(({ key }) => key));
    for (const [place, operation] of operations.entries()) {
      const answer = await perform(services, c, actor, { ...operation, payload: payloads[place] }, { unapplied, history });
      answers.push(answer);
      if (answer.status < 300) unapplied.delete(operation.key);
      if (answer.status === 401 || answer.status >= 500) break;
    }
    return c.json({ answers, reached: history.reached() });
  });

async function perform(
  services: Services,
  c: Context<AppEnv>,
  actor: SignedIn,
  { key, call, params, payload, dependsOn = [] }: Operation,
  { unapplied, history }: { unapplied: ReadonlySet<string>; history: EnvelopeHistory },
): Promise<OperationAnswer> {
  try {
    if (dependsOn.some((needed) => needed !== key && unapplied.has(needed))) {
      throw new Refusal('not_applied', 'A change that this depends on was not applied');
    }
    if (!isMutationName(call)) throw notFound();
    const { status, body, raised } = await performMutation(services, actor, {
      name: call,
      params,
      payload,
      key,
      beforeCommit: history.mustContinue,
    });
    history.note(raised);
    return { key, status, body };
  } catch (error) {
    // Stops the whole envelope: the device syncs first, then sends again under the same keys.
    if (error instanceof OtherHistory) throw error;
    const refusal = refusalOf(error, services.log, c.var.requestId);
    // The error ends the envelope, and only the whole answer has headers.
    if (refusal.status >= 500 && refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter));
    const { status, retryAfter } = refusal;
    return { key, status, body: refusal.body(c.var.requestId), ...(retryAfter !== undefined && { retryAfter }) };
  }
}
