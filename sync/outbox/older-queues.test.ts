import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../api/contract/entities/program.ts';
import type { Video } from '../../api/contract/entities/video.ts';
import { deviceOf } from '../../api/testing/pulling-device.ts';
import { listQueue } from '../testing/list-queue.ts';
import { createTestWorld, type TestWorld } from '../testing/test-world.ts';

/** Queues as older app versions wrote them, table by table, with USER for the person's id. Never delete a fixture. */
const FIXTURES = new URL('../testing/fixtures/', import.meta.url);

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

describe('a queue that an older version wrote', () => {
  it.each(readdirSync(FIXTURES))('shows and sends %s', async (name) => {
    const anna = await world.person(`${name}@example.org`);
    const phone = await world.device(anna, name);
    const tables = JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8').replaceAll('USER', anna.userId)) as Record<string, object[]>;
    for (const [table, rows] of Object.entries(tables)) await phone.store.table(table).bulkAdd(rows);

    const queue = await listQueue(phone.store);
    expect(queue).toHaveLength((await phone.store.outbox.count()) + (await phone.store.media.count()));
    // The fixture's refusal was stored with its message.
    expect(queue.flatMap(({ error }) => (error ? [error.message] : []))).toEqual(['Please choose one of your own dogs']);
    expect(await phone.sync()).toBeNull();

    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'refused', payload: { title: 'Refused' } }]);
    expect(await phone.store.media.count()).toBe(1);
    const server = deviceOf(anna);
    await server.pullAll();
    expect(
      server
        .rows<Video>('videos')
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Heel work', 'Sent without an answer']);
    expect(server.rows<Video>('videos').find(({ title }) => title === 'Heel work')).toMatchObject({
      description: 'Wet field\nGood focus',
      shared: true,
    });
    expect(server.rows('dogs')).toMatchObject([{ name: 'Rex', titles: ['BH'] }]);
    expect(server.rows('comments')).toMatchObject([{ content: 'Watch the left turn' }]);
    expect(server.rows<Program>('programs')[0]?.cues).toHaveLength(1);
  });
});
