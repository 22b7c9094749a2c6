import { type Context, Hono } from 'hono';
import type { ErrorBody } from '../contract/errors.ts';
import { ENVELOPE_MAX_BYTES } from '../contract/limits.ts';
import { type BatchAnswer, BatchRequest, type Operation, type OperationAnswer } from '../contract/sync-protocol.ts';
import { answerInSlices, jsonInSlices } from '../json-in-slices.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeAcceptedVersion } from './accepted-version.ts';
import { answerOperations, endsEnvelope } from './answer-operations.ts';
import { mustBeDeviceUser } from './device-user.ts';
import { openHistory } from './envelope-history.ts';
import { type ReadOperation, readOperation } from './read-operation.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';
import { refusalOf } from './refusal-of.ts';

/** A transaction takes no more operations from this length on, because large ones hold their locks longer. */
const TOGETHER_CHARS = 100_000;

/**
 * Applies an envelope of mutations in order, each with the answer that a single request would get, and as many as
 * possible in one transaction (docs/decisions/0121). Stops at a 401 or a 5xx, because the rest would fail too; the
 * device keeps the rest queued.
 */
export const batchRoutes = (services: Services) =>
  new Hono<AppEnv>().post('/api/batch', async (c) => {
    const actor = mustBeDeviceUser(c);
    const sent = await readJson(c, ENVELOPE_MAX_BYTES);
    mustBeAcceptedVersion(sent);
    const { epoch, read, operations } = parsePayload(BatchRequest, sent);
    const history = await openHistory(services, actor.userId, { epoch: read?.epoch ?? epoch, read });
    for (const { waited } of operations) if (waited !== undefined) services.metrics.changeArrived(waited);
    const answers: OperationAnswer[] = [];
    const unapplied = new Set(operations.map(({ key }) => key));
    const refuse = (key: string, error: unknown) => refusedAnswer(services, c, key, error);
    // As sent: a schema change must not alter the request that a key identifies.
    const payloads = (sent as { operations: { payload?: unknown }[] }).operations.map(({ payload }) => payload);
    const asSent = operations.map((operation, place) => ({ ...operation, payload: payloads[place] }));
    while (answers.length < operations.length) {
      const group = readGroup(asSent.slice(answers.length));
      const answered = await answerOperations(services, actor, group, { unapplied, history, refuse });
      answers.push(...answered);
      for (const answer of answered) services.metrics.changeAnswered(codeOf(answer));
      if (endsEnvelope(answered.at(-1)!)) break;
    }
    return answerInSlices(c, batchInSlices({ answers, reached: history.reached() }));
  });

/** The answer's JSON text, in slices: fifty programs of a thousand cues are megabytes. */
async function* batchInSlices({ answers, reached }: BatchAnswer): AsyncGenerator<string> {
  yield `{"reached":${JSON.stringify(reached)},"answers":`;
  yield* jsonInSlices(answers);
  yield '}';
}

const codeOf = ({ status, body }: OperationAnswer): string => (status < 400 ? 'applied' : (body as ErrorBody).code);

/** The first of these operations, as many as may share a transaction. */
function readGroup(operations: readonly Operation[]): ReadOperation[] {
  const group: ReadOperation[] = [];
  let length = 0;
  for (const operation of operations) {
    const read = readOperation(operation);
    group.push(read);
    length += read.mutation?.length ?? 0;
    if (length >= TOGETHER_CHARS) break;
  }
  return group;
}

function refusedAnswer(services: Services, c: Context<AppEnv>, key: string, error: unknown): OperationAnswer {
  const refusal = refusalOf(error, services.log, c.var.requestId);
  // The error ends the envelope, and only the whole answer has headers.
  if (refusal.status >= 500 && refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter));
  const { status, retryAfter } = refusal;
  return { key, status, body: refusal.body(c.var.requestId), ...(retryAfter !== undefined && { retryAfter }) };
}
