import { expect, it } from 'vitest';
import { saveDraft } from '../store/drafts.ts';
import { saveDraftWithFile } from '../media/store-film.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { announceLeaving, unwrittenLock } from './leaving-channel.ts';
import { clearIf } from './sign-out.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';

/** A form in another tab with unstored words, which it stores on request. */
function formElsewhere(ports: ReturnType<typeof testPorts>, write: () => Promise<unknown>) {
  let written = () => {};
  void ports.lock(unwrittenLock(ANNA), () => new Promise<void>((resolve) => (written = resolve)));
  return { channel: { postMessage: () => void write().then(() => written()) } };
}

it('lets other tabs store their latest words before the work is sealed', async () => {
  const ports = testPorts();
  const store = await openTestStore(ANNA);
  const order: string[] = [];
  const write = () => saveDraft(store, ports, 'videos.create', { title: 'Heel' }).then(() => order.push('stored'));
  await announceLeaving(formElsewhere(ports, write).channel, ANNA, ports);
  order.push('sealed');
  expect(order).toEqual(['stored', 'sealed']);
  expect(await store.drafts.get('videos.create')).toMatchObject({ values: { title: 'Heel' } });
});

it('waits at most two seconds for a frozen tab', async () => {
  const ports = testPorts();
  const waited: number[] = [];
  const { channel } = formElsewhere(ports, () => new Promise(() => {}));
  await announceLeaving(channel, ANNA, { ...ports, sleep: async (ms) => void waited.push(ms) });
  expect(waited).toEqual([2_000]);
});

it('refuses drafts of a tab that wakes after the store was cleared', async () => {
  const ports = testPorts();
  const store = await openTestStore(ANNA);
  const other = await openTestStore(ANNA);
  await clearIf(store, ports, async () => true);
  await expect(saveDraft(other, ports, 'videos.create', { title: 'Heel' })).rejects.toMatchObject({ name: 'DeviceLeft' });
  await expect(saveDraftWithFile(other, ports, 'videos.create', {}, 'film')).rejects.toMatchObject({ name: 'DeviceLeft' });
  expect(await store.drafts.count()).toBe(0);
});
