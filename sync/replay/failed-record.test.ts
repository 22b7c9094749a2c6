import { expect, it } from 'vitest';
import { FAILURES_SHOWN } from '../store/outbox-record.ts';
import { queuedRecord } from '../testing/long-outbox.ts';
import { testPorts } from '../testing/test-ports.ts';
import { failedRecord } from './failed-record.ts';

it('blocks a change only if others have got through since its first failure', () => {
  const failing = { ...queuedRecord({ serverFailures: FAILURES_SHOWN, confirmedAtFailure: 7 }), seq: 1 };
  const after = (confirmedCount: number) => failedRecord(failing, null, 'failed', confirmedCount, testPorts()).state;
  expect([after(7), after(8)]).toEqual(['queued', 'blocked']);
});

it('never blocks a change that the server only asks to wait', () => {
  const waiting = { ...queuedRecord({ attempts: 100 }), seq: 1 };
  expect(failedRecord(waiting, null, 'later', 8, testPorts())).toMatchObject({ state: 'queued', serverFailures: 0 });
});
