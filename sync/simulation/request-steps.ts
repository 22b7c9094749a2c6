import { firewall } from './bad-connection.ts';
import { appendNotes, change, create, own, refusedRecords, type Step } from './step.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { sync } from './syncing.ts';

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
