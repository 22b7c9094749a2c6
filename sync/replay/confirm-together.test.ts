import { describe, expect, it } from 'vitest';
import { NEW_PROGRAM, type Program } from '../../api/contract/entities/program.ts';
import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import { type BatchAnswer, type BatchRequest, feedName, type Operation, SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { fold, pendingOf } from '../outbox/rebase.ts';
import { type NewOutboxRecord, UNSENT } from '../store/outbox-record.ts';
import { plainRow, storedRow } from '../store/stored-row.ts';
import { countingWork } from '../testing/counting-work.ts';
import { openHookedStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { replay } from './replay.ts';

const ME = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const PROGRAM = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';
const AT = '2026-05-01T09:00:00.000Z';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const confirmedProgram: Program = {
  ...NEW_PROGRAM,
  cues: [],
  id: PROGRAM,
  ownerId: ME,
  name: 'Spring',
  createdAt: AT,
  updatedAt: AT,
  deletedAt: null,
  version: 1,
};

const addition = (number: number): NewOutboxRecord => ({
  key: idOf(10_000 + number),
  userId: ME,
  schemaVersion: SYNC_VERSION,
  call: 'programs.addCue',
  params: { id: PROGRAM },
  payload: { cueId: idOf(number), orderIndex: number },
  entity: 'programs',
  entityId: PROGRAM,
  baseVersion: 1,
  dependsOn: number > 0 ? [idOf(10_000 + number - 1)] : [],
  createdAt: Date.parse(AT),
  ...UNSENT,
});

/** A device with this many queued additions to one program. */
async function openWith(additions: number) {
  const { store, hooks } = await openHookedStore(ME, `with ${additions}`);
  const feed = feedName('own', ME);
  await store.outbox.bulkAdd(Array.from({ length: additions }, (_, number) => addition(number)));
  await store.shadow.put({ entity: 'programs', id: PROGRAM, feed, row: confirmedProgram, gone: false });
  const shown = fold(confirmedProgram, await pendingOf(store, 'programs', PROGRAM));
  await store.view('programs').put(storedRow('programs', shown as Program, feed, ME));
  const work = await countingWork(store);
  const folds = { count: 0 };
  hooks.beforeWrite = (table) => {
    if (table === 'programs') folds.count += 1;
  };
  const view = async () => plainRow((await store.view('programs').get(PROGRAM))!);
  return { store, work, folds, view };
}

type Answered = BatchAnswer['answers'][number];

/** Ports to a server that applies each addition, unless `answer` returns another answer. */
function serverOf(program: Program, answer: (operation: Operation) => Partial<Answered> | undefined = () => undefined) {
  return testPorts({
    fetch: async (request) => {
      const { operations } = (await request.json()) as BatchRequest;
      const answers: object[] = [];
      for (const operation of operations) {
        const other = answer(operation);
        if (!other) {
          program.cues.push(operation.payload as Program['cues'][number]);
          program.version += 1;
        }
        answers.push({ key: operation.key, status: 200, body: { ...program, cues: [...program.cues] }, ...other });
        if ((other?.status ?? 200) >= 500) break;
      }
      return Response.json({ answers });
    },
  });
}

const served = (): Program => ({ ...confirmedProgram, cues: [] });
const refusal = (status: number) => ({ status, body: { message: 'Not now', code: 'internal', requestId: 'test' } });

describe('answers to many changes to one row', () => {
  it('fold the row once per envelope, at a cost per change that does not grow with their number', async () => {
    const costs: { statements: number; written: number }[] = [];
    for (const additions of [100, 500]) {
      const { store, work, folds, view } = await openWith(additions);
      const program = served();
      expect(await replay(store, serverOf(program))).toBeNull();
      expect(folds.count).toBe(additions / ENVELOPE_MAX_OPERATIONS);
      expect(await view()).toEqual(program);
      expect(await store.outbox.count()).toBe(0);
      expect(await store.shadow.count()).toBe(0);
      costs.push({ statements: work.statements / additions, written: work.written / additions });
    }
    const [few, many] = costs;
    expect(many!.statements / few!.statements).toBeLessThan(1.5);
    expect(many!.written / few!.written).toBeLessThan(1.5);
    // Less than one statement per change: they are confirmed in bulk.
    expect(many!.statements).toBeLessThan(1);
  });

  it('fold the row once even if some are refused and some are not applied', async () => {
    const { store, folds, view } = await openWith(40);
    const program = served();
    const ports = serverOf(program, ({ payload }) => {
      const { orderIndex } = payload as Program['cues'][number];
      return orderIndex === 10 ? refusal(404) : orderIndex === 30 ? refusal(500) : undefined;
    });
    await replay(store, ports);
    expect(folds.count).toBe(1);
    const waiting = await pendingOf(store, 'programs', PROGRAM);
    expect(waiting.map(({ state }) => state)).toEqual(['refused', ...Array.from({ length: 10 }, () => 'queued')]);
    expect(await store.shadow.get(['programs', PROGRAM])).toMatchObject({ row: program, gone: false });
    expect(await view()).toEqual(fold(program, waiting));
  });

  it('keep the newest row, whichever answer has it', async () => {
    const { store, view } = await openWith(3);
    const newest = { ...confirmedProgram, version: 7 };
    const ports = serverOf(served(), ({ payload }) => {
      const { orderIndex } = payload as Program['cues'][number];
      return { body: orderIndex === 1 ? newest : { ...confirmedProgram, version: 3 + orderIndex } };
    });
    await replay(store, ports);
    expect(await view()).toEqual(newest);
  });

  it('do not confirm a change that its author has retried under a new key meanwhile', async () => {
    const { store } = await openWith(3);
    const sent: string[][] = [];
    const program = served();
    const server = serverOf(program);
    const ports = testPorts({
      fetch: async (request) => {
        const { operations } = (await request.clone().json()) as BatchRequest;
        sent.push(operations.map(({ key }) => key));
        if (sent.length === 1)
          await store.outbox
            .where('key')
            .equals(idOf(10_001))
            .modify({ key: idOf(20_001) });
        return server.fetch(request);
      },
    });
    await replay(store, ports);
    expect(sent).toEqual([[idOf(10_000), idOf(10_001), idOf(10_002)], [idOf(20_001)]]);
  });

  it('do not bring back a row that its feed has reported gone', async () => {
    const { store } = await openWith(3);
    await store.shadow.update(['programs', PROGRAM], { gone: true });
    await replay(store, serverOf(served()));
    expect(await store.view('programs').count()).toBe(0);
    expect(await store.shadow.count()).toBe(0);
  });
});
