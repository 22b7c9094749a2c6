import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PullAnswer } from '../contract/sync-protocol.ts';
import { conflicts } from '../db/tables/training.ts';
import type { OpenDatabase } from '../db/open.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { becomePartners, createPullingDevice, deviceOf } from '../testing/pulling-device.ts';
import { pull } from './pull.ts';
import { raiseFeeds } from './raise-feeds.ts';

const WRITERS = 4;
const CHANGES_EACH = 40;
/** Decides who does what in which order; PostgreSQL decides the interleaving. For another order, set FEED_SEED. */
const SEED = Number(process.env['FEED_SEED'] ?? 1);

describeOnPostgres('pulling while others write', (open) => {
  let database: OpenDatabase;
  let replicas: TestApp[];
  let anna: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    database = await open();
    replicas = [await createTestApp(database), await createTestApp(database)];
    anna = await replicas[0]!.signIn('anna@example.org', { beta: true });
    ben = await replicas[0]!.signIn('ben@example.org', { beta: true });
    await becomePartners(anna, ben);
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

  /** Sends a request of the chosen person through one of the two replicas. */
  async function send(
    person: TestPerson,
    replica: number,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await replicas[replica % 2]!.app.request(path, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** Creates, edits and deletes sessions and dogs in the order of `steps`; other writers change them too. */
  async function write(writer: number, steps: readonly number[], sessions: string[], dogs: string[]) {
    for (const step of steps) {
      const [session, dog] = [sessions[step % sessions.length], dogs[step % dogs.length]];
      const kind = step % 6;
      if (kind === 0 || !session) {
        const id = randomUUID();
        await send(anna, writer, 'POST', '/api/videos', { id, title: `By ${writer}`, dogId: dog ?? null });
        sessions.push(id);
      } else if (kind === 1 || !dog) {
        const id = randomUUID();
        await send(anna, writer, 'POST', '/api/dogs', { id, name: `Dog of ${writer}`, breed: 'Collie', birthdate: '2020-01-01' });
        dogs.push(id);
      } else if (kind === 2) await send(anna, writer, 'PATCH', `/api/videos/${session}`, { title: `Edited ${step}`, dogId: dog });
      else if (kind === 3) await send(ben, writer, 'POST', `/api/videos/${session}/comments`, { content: `Comment ${step}` });
      else if (kind === 4)
        await send(
          anna,
          writer,
          step % 12 === 4 ? 'DELETE' : 'PATCH',
          `/api/dogs/${dog}`,
          step % 12 === 4 ? undefined : { name: `Named ${step}` },
        );
      else await send(anna, writer, step % 12 === 5 ? 'DELETE' : 'POST', `/api/videos/${session}${step % 12 === 5 ? '' : '/restore'}`);
    }
  }

  it('leaves every reader with the same rows as a fresh read', async () => {
    const steps = fc.sample(fc.array(fc.nat(100_000), { minLength: CHANGES_EACH, maxLength: CHANGES_EACH }), {
      numRuns: WRITERS,
      seed: SEED,
    });
    const sessions: string[] = [];
    const dogs: string[] = [];
    const readers = [anna, ben].flatMap((person) =>
      [0, 1].map((replica) => ({
        person,
        device: createPullingDevice(
          async (cursors) => (await send(person, replica, 'POST', '/api/sync', { version: 1, cursors })).body as PullAnswer,
        ),
      })),
    );
    let writing = true;
    const reading = readers.map(async ({ device }) => {
      while (writing) await device.pullAll();
    });
    await Promise.all(steps.map((ofWriter, writer) => write(writer, ofWriter, sessions, dogs)));
    writing = false;
    await Promise.all(reading);
    for (const { person, device } of readers) {
      await device.pullAll();
      const fresh = deviceOf(person);
      await fresh.pullAll();
      expect(device.everything(), `FEED_SEED=${SEED}`).toEqual(fresh.everything());
    }
    expect(sessions.length + dogs.length).toBeGreaterThan(WRITERS);
  });

  it('misses no row of writers that pause between raising a feed and committing', async () => {
    const { services } = replicas[0]!;
    const written = new Set<string>();
    const device = createPullingDevice((cursors) => pull(services, anna.userId, cursors));
    let writing = true;
    const reading = (async () => {
      while (writing) await device.pullAll();
    })();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let change = 0; change < 25; change += 1) {
          const id = randomUUID();
          await database.db.transaction(async (tx) => {
            await tx.insert(conflicts).values({
              id,
              ownerId: anna.userId,
              entity: 'dogs',
              entityId: id,
              field: 'name',
              kept: { value: 1 },
              other: { value: 2 },
              createdAt: services.now(),
            });
            await raiseFeeds(tx, services, [{ kind: 'own', userId: anna.userId, entity: 'conflicts', rowId: id }]);
            // As on a slow disk or a busy server.
            await tx.execute(sql`select pg_sleep(random() * 0.004)`);
          });
          written.add(id);
        }
      }),
    );
    writing = false;
    await reading;
    await device.pullAll();
    expect(new Set(device.rows<{ id: string }>('conflicts').map(({ id }) => id))).toEqual(written);
  });
});
