import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYNC_VERSION } from '../contract/sync-protocol.ts';
import type { BatchAnswer, Operation } from '../contract/sync-protocol.ts';
import { createPostgresPokes } from '../feeds/postgres-pokes.ts';
import { silentLog } from '../log.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { type RunningPostgres, startPostgres } from '../testing/start-postgres.ts';
import { openUploadAs, patchAs, putAs } from '../testing/upload-as.ts';
import { openPostgres, type OpenDatabase } from './open.ts';

let postgres: RunningPostgres;
let database: OpenDatabase;
let app: ListeningApp;
let kate: TestPerson;
let operator: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  database = await openPostgres(postgres.url);
  await database.migrate();
  app = await createListeningApp(database);
  kate = await app.signIn('kate@example.org', { beta: true });
  operator = await newOperator();
});
afterAll(async () => {
  await operator.end();
  await app.close();
  await database.close();
  await postgres.stop();
});

/** A separate connection, which the tests do not cut. */
async function newOperator(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes PostgreSQL end any connection that inserts a matching row. @returns a function that stops it */
async function cutAt(table: string, when: string): Promise<() => Promise<void>> {
  await operator.query(`
    create or replace function cut() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger cut before insert on ${table} for each row when (${when}) execute function cut()`);
  return async () => void (await operator.query(`drop trigger cut on ${table}`));
}

const newDog = (name: string): Operation => ({
  key: randomUUID(),
  call: 'dogs.create',
  params: {},
  payload: { id: randomUUID(), name, breed: 'Malinois', birthdate: '2023-04-01' },
});
const send = (operations: Operation[]) => kate.call<BatchAnswer>('POST', '/api/batch', { version: SYNC_VERSION, operations });
const AWAY = { code: 'unavailable', message: "The server can't reach its database right now. Please try again in a moment." };

describe('while PostgreSQL is stopped', () => {
  let upload: string;
  beforeAll(async () => {
    upload = await openUploadAs(kate);
    await operator.end();
    await postgres.halt('fast');
  });
  afterAll(async () => {
    await postgres.resume();
    operator = await newOperator();
  });

  test.for([
    ['GET', '/api/auth/user'],
    ['GET', '/api/dogs'],
    ['POST', '/api/dogs'],
    ['POST', '/api/batch'],
    ['POST', '/api/sync'],
    ['GET', '/api/events'],
    ['POST', '/api/objects/upload'],
    ['PUT', '/api/videos/finalize'],
  ])('%s %s gets 503 with Retry-After at once', async ([method, path]) => {
    const began = performance.now();
    const { status, headers, body } = await kate.call(method!, path!, method === 'GET' ? undefined : {});
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body).toEqual({ ...AWAY, requestId: expect.any(String) });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(app.errors).toEqual([]);
  });

  test('an upload in progress gets 503 too', async () => {
    expect((await patchAs(app, kate, upload, 'bytes', 0)).status).toBe(503);
    expect((await putAs(app, kate, upload, 'bytes')).headers.get('retry-after')).toBe('5');
  });

  test('/api/health still answers, and /api/ready reports that it is waiting', async () => {
    expect((await kate.call('GET', '/api/health')).status).toBe(200);
    expect(await kate.call('GET', '/api/ready')).toMatchObject({ status: 503, body: { ...AWAY, requestId: expect.any(String) } });
  });
});

describe('a connection that ends', () => {
  test('fails its operation with 503; earlier operations are applied, and resending applies the rest under their keys', async () => {
    const healed = await cutAt('dogs', "new.name = 'Cut'");
    const operations = [newDog('Ada'), newDog('Cut'), newDog('Bea')];
    const { status, headers, body } = await send(operations);
    await healed();
    expect(status).toBe(200);
    expect(headers.get('retry-after')).toBe('5');
    expect(body.answers.map((answer) => answer.status)).toEqual([201, 503]);
    expect(body.answers[1]!.body).toMatchObject(AWAY);
    expect((await send(operations)).body.answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    const { rows } = await operator.query("select name from dogs where name in ('Ada', 'Cut', 'Bea') order by name");
    expect(rows.map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cut']);
  });

  test('always frees its place in the pool', async () => {
    const healed = await cutAt('dogs', "new.name = 'Cut'");
    for (let time = 0; time < 12; time += 1) expect((await send([newDog('Cut')])).body.answers[0]!.status).toBe(503);
    await healed();
    expect((await send([newDog('Dot')])).body.answers[0]!.status).toBe(201);
  });

  test('between two calls is replaced, or causes a 503, but never a lasting failure', async () => {
    for (let time = 0; time < 12; time += 1) {
      await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1', [
        'client backend',
      ]);
      const { status, body } = await send([newDog('Eve')]);
      expect([201, 503]).toContain(status === 200 ? body.answers[0]!.status : status);
    }
    await expect.poll(async () => (await send([newDog('Fay')])).body?.answers?.[0]?.status).toBe(201);
    expect(app.errors).toEqual([]);
  });

  test('while locking an upload causes a 503, and the upload can continue afterwards', async () => {
    const upload = await openUploadAs(kate);
    const healed = await cutAt('leases', "new.name like 'upload:%'");
    expect((await patchAs(app, kate, upload, 'bytes', 0)).status).toBe(503);
    await healed();
    expect((await patchAs(app, kate, upload, 'bytes', 0)).status).toBe(204);
  });

  test('does not lose notices for closed apps: they are queued later', async () => {
    const ben = await app.signIn('ben@example.org');
    await operator.query(
      `insert into push_subscriptions (id, user_id, sign_in_hash, endpoint, p256dh, auth, kinds, heard_at)
       select gen_random_uuid(), user_id, token_hash, 'https://push.example.org', '', '', '{request,accepted}', now() from sign_ins where user_id = $1`,
      [kate.userId],
    );
    const notice = { actorId: ben.userId, recipientId: kate.userId, videoId: null };
    const healed = await cutAt('push_messages', 'true');
    app.services.push.tell([{ ...notice, kind: 'request' }]);
    await app.services.push.settled();
    await healed();
    app.services.push.tell([{ ...notice, kind: 'accepted' }]);
    await expect
      .poll(async () => (await operator.query('select kind from push_messages order by kind')).rows)
      .toEqual([{ kind: 'accepted' }, { kind: 'request' }]);
  });

  test('is reopened if it listens for pokes: missed and later pokes arrive', async () => {
    const pokes = await createPostgresPokes({ db: database.db, url: postgres.url }, silentLog);
    let told = 0;
    const leave = pokes.subscribe(['own:kate'], () => (told += 1));
    await operator.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen longline%'");
    await expect.poll(() => told).toBe(1);
    await database.db.execute(sql`select pg_notify('longline_pokes', 'own:kate')`);
    await expect.poll(() => told).toBe(2);
    leave();
    await pokes.close();
  });
});

test('a transaction that PostgreSQL rolls back at its commit fails', async () => {
  const swallowed = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    return 'done';
  });
  await expect(swallowed).rejects.toThrow('The transaction was rolled back');
});
