import { expect, test } from 'vitest';
import { mutate } from '../../sync/outbox/mutate.ts';
import { discard } from '../../sync/outbox/queue-actions.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { exportQueue } from './export-queue.ts';

test('exports each change in words and in full, with its reason, and typed drafts', async () => {
  const store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  const ports = testPorts();
  const dog = await mutate(store, ports, 'dogs.create', { payload: { name: 'Rex', breed: 'Collie', birthdate: '2022-08-03' } });
  const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work', dogId: dog.id } });
  await discard(store, ports, dog.key ?? '');
  await mutate(store, ports, 'cues.create', { payload: { name: 'Sit' } });
  await store.drafts.put({ key: 'programs.create', values: { name: 'Class C' }, mediaId: null, updatedAt: 1 });

  const exported = JSON.parse(await (await exportQueue(store)).text()) as unknown;
  expect(exported).toMatchObject({
    changes: [
      {
        words: 'New session “Heel work”',
        state: 'refused',
        reason: '“New dog “Rex”” was discarded, and this refers to it. Please edit or discard.',
        call: 'videos.create',
        id,
        payload: { title: 'Heel work' },
      },
      { words: 'New cue “Sit”', state: 'queued', reason: null },
    ],
    files: [],
    drafts: [{ key: 'programs.create', values: { name: 'Class C' } }],
  });
});
