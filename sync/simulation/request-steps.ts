import { firewall } from './bad-connection.ts';
import { appendNotes, change, create, discardRefused, own, refusedRecords, type Step } from './step.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { sync } from './syncing.ts';

/**
 * While the refusal is in transit, the author edits the same field. The device is too full to send that edit, and the
 * author discards what was refused: the edit stood on a value that the server never had.
 */
async function discardUnderAnEdit(step: Step, id: string): Promise<void> {
  const { device, number, world } = step;
  device.meanwhile = async (path) => {
    if (path !== '/api/batch') return;
    device.meanwhile = null;
    await change(step, 'videos.update', { payload: { title: `Meant ${number}` }, params: { id } });
    device.hooks.beforeWrite = (table, request) => {
      const isSending = 'values' in request && request.values.some((value: Partial<OutboxRecord>) => value.state === 'sending');
      if (table === 'outbox' && isSending) throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  };
  await sync(step).catch(() => null);
  device.meanwhile = null;
  device.hooks.beforeWrite = () => {};
  const ofRow = await device.store.outbox.where('[entity+entityId]').equals(['videos', id]).toArray();
  if (ofRow.some(({ state }) => state === 'refused') && ofRow.some(({ firstSentAt }) => firstSentAt === null)) {
    world.count('discarded under an edit');
  }
  await discardRefused(step);
}

/** Requests that the server or a firewall refuses, and requests that arrive twice or late. */
export const REQUEST_STEPS = {
  // Before the correction, the author may edit other fields of the row, or create a dog for it to reference.
  async 'a refused change is corrected'(step) {
    const { device, promised, number, seed, world } = step;
    const session = await own(step, 'videos');
    const stranger = device.ports.newId();
    promised.strangers.add(stranger);
    const payload = { title: `Session ${number}`, dogId: stranger };
    const id = seed % 4 === 0 || !session ? await create(step, 'videos.create', payload) : session.id;
    if (id === session?.id) await change(step, 'videos.update', { payload, params: { id } });
    if (id === session?.id && seed % 3 === 1) return discardUnderAnEdit(step, id);
    await sync(step);
    const isRefused = (await refusedRecords(device)).some(({ entityId }) => entityId === id);
    const shown = await device.store.view('videos').get(id);
    if (!isRefused || !shown || shown.deletedAt) return;
    world.count('refused and corrected');
    if (seed % 4 !== 1) await appendNotes(step, shown);
    const dogId =
      seed % 3 ? null : await create(step, 'dogs.create', { name: `Dog ${number}`, breed: 'Malinois', birthdate: '2021-03-04' });
    await change(step, 'videos.update', { payload: { dogId }, params: { id } });
  },
  // All other records arrive, including later ones, and the person sees which change is blocked.
  async 'a firewall refuses a word'(step) {
    const { device, number, seed, world } = step;
    if (await sync(step)) return;
    const word = `forbidden-${number}`;
    await create(step, 'videos.create', { title: `Before ${number}` });
    const refused = await create(step, 'videos.create', { title: `With ${word}` });
    for (let more = 0; more < seed % 7; more += 1) await create(step, 'videos.create', { title: `After ${number}-${more}` });
    device.connection = firewall(word, seed);
    const isStopped = (record: OutboxRecord) => JSON.stringify(record.payload).includes(word);
    for (let tries = 0; tries < 30; tries += 1) {
      await sync(step);
      device.clock.now += 5 * 60_000;
      if (tries === 10) await create(step, 'videos.create', { title: `Meanwhile ${number}` });
    }
    device.connection = null;
    const left = await device.store.outbox.toArray();
    const waits = (record: OutboxRecord) => record.entityId === refused || record.state === 'refused' || record.dependsOn.length > 0;
    if (left.some((record) => !isStopped(record) && !waits(record)))
      throw new Error(`A firewall delays other changes: ${JSON.stringify(left)}`);
    if (left.find(isStopped)?.state !== 'blocked') throw new Error(`A stopped change is not blocked: ${JSON.stringify(left)}`);
    world.count('firewall refuses a word');
  },
  'an old request arrives again': ({ device, pick, world }) => {
    world.count('old request again');
    return device.sendAgain(pick);
  },
  async 'late requests arrive'({ world }) {
    for (const arrive of world.late.splice(0).reverse()) await arrive();
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;
