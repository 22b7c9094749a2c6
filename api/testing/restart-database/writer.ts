import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BatchAnswer, Operation } from '../../contract/sync-protocol.ts';
import { SYNC_VERSION, USER_HEADER } from '../../contract/sync-protocol.ts';
import type { Browser } from '../cookie-jar.ts';

/** Short, so that many calls meet each outage. Real devices wait as long as `Retry-After` says. */
const TRY_AGAIN_MS = 100;

/** One person's device, and the changes that the server has confirmed. */
export interface Writer {
  /** Dogs whose creation was confirmed. */
  confirmed: Set<string>;
  /** The dog that every round renames, and the round of its last confirmed name. */
  counter: { id: string; round: number };
  /** Resolves once the server has confirmed another round. */
  nextRound(): Promise<void>;
  /** Stops after the current round is confirmed. */
  stop(): Promise<void>;
}

/** The answers to the calls of all writers. */
export interface Tally {
  rounds: number;
  /** Envelopes with a 503, as a whole or in an operation. */
  away: number;
  /** 503 answers to an envelope without `Retry-After`. */
  withoutRetryAfter: number;
  /** Calls whose connection ended before an answer. */
  unanswered: number;
  slowestAwayMs: number;
  /** Answers that are neither success nor 503, one line each. */
  unexpected: string[];
}

export const emptyTally = (): Tally => ({ rounds: 0, away: 0, withoutRetryAfter: 0, unanswered: 0, slowestAwayMs: 0, unexpected: [] });

/**
 * Writes as a device does: resends an envelope under the same keys until each of its changes is confirmed. Every round
 * creates a dog and renames another one to the number of confirmed rounds.
 */
export function startWriter(person: Browser, userId: string, tally: Tally): Writer {
  const counter = { id: randomUUID(), round: 0 };
  const confirmed = new Set<string>();
  const waiting = new Set<() => void>();
  let stopped = false;

  async function run() {
    await confirm([create(counter.id, 'round 0')]);
    while (!stopped) {
      const id = randomUUID();
      const names = { name: `round ${counter.round + 1}`, base: { name: `round ${counter.round}` } };
      await confirm([create(id, 'Bella'), { key: randomUUID(), call: 'dogs.update', params: { id: counter.id }, payload: names }]);
      confirmed.add(id);
      counter.round += 1;
      tally.rounds += 1;
      for (const resolve of waiting) resolve();
      waiting.clear();
    }
  }

  async function confirm(operations: Operation[]) {
    let left = operations;
    while (left.length > 0) {
      const answers = await send(left);
      left = left.filter(({ key }) => !answers.some((answer) => answer.key === key && answer.status < 300));
      if (left.length > 0) await wait(TRY_AGAIN_MS);
    }
  }

  async function send(operations: Operation[]): Promise<BatchAnswer['answers']> {
    const began = performance.now();
    const awayAfter = () => {
      tally.away += 1;
      tally.slowestAwayMs = Math.max(tally.slowestAwayMs, performance.now() - began);
    };
    try {
      const response = await person.send('/api/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [USER_HEADER]: userId },
        body: JSON.stringify({ version: SYNC_VERSION, operations }),
      });
      const text = await response.text();
      if (response.status === 503) {
        awayAfter();
        if (!(Number(response.headers.get('retry-after')) > 0)) tally.withoutRetryAfter += 1;
        return [];
      }
      if (!response.ok) {
        tally.unexpected.push(`${response.status} ${text.slice(0, 200)}`);
        return [];
      }
      const { answers } = JSON.parse(text) as BatchAnswer;
      if (answers.some(({ status }) => status === 503)) awayAfter();
      for (const { status, body } of answers) {
        if (status >= 300 && status !== 503) tally.unexpected.push(`${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
      return answers;
    } catch {
      tally.unanswered += 1;
      return [];
    }
  }

  const ended = run();
  return {
    confirmed,
    counter,
    nextRound: () => new Promise((resolve) => waiting.add(resolve)),
    async stop() {
      stopped = true;
      await ended;
    },
  };
}

const create = (id: string, name: string): Operation => ({
  key: randomUUID(),
  call: 'dogs.create',
  params: {},
  payload: { id, name, breed: 'Malinois', birthdate: '2023-04-01' },
});
