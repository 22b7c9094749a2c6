import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BatchRequest } from '../api/contract/sync-protocol.ts';
import { rowsOf } from '../api/db/rows-of.ts';
import { countQueries } from '../api/testing/count-queries.ts';
import { createTestWorld, lost, type TestWorld } from './testing/test-world.ts';

/** Enough for a machine ten times as slow. */
const LONG_MS = 300_000;

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
}, LONG_MS);

describe('many rows at once', () => {
  it(
    'sends a thousand offline changes in order, once each, in at most 25 round trips, with five lost connections',
    async () => {
      const anna = await world.person('thousand@example.org');
      const phone = await world.device(anna, 'phone');
      for (let number = 0; number < 500; number += 1) {
        const { id } = await phone.mutate('videos.create', { payload: { title: `Session ${number}` } });
        // A second change of the row that cannot be folded into the first.
        await phone.mutate('videos.share', { params: { id } });
      }
      const made = (await phone.store.outbox.orderBy('seq').toArray()).map(({ key }) => key);
      expect(made).toHaveLength(1_000);

      let [trips, cuts] = [0, 0];
      const arrived: string[] = [];
      phone.connection.carry = async ({ path, body }, pass) => {
        if (path !== '/api/batch') return pass();
        trips += 1;
        const isCut = trips % 4 === 0 && cuts < 5;
        if (isCut) cuts += 1;
        // Lose the connection alternately after and before the server has applied the envelope.
        if (isCut && cuts % 2 === 0) return lost();
        arrived.push(...(JSON.parse(body) as BatchRequest).operations.map(({ key }) => key));
        const answer = await pass();
        return isCut ? lost() : answer;
      };
      while (await phone.sync()) phone.clock.now += 60_000;

      expect(cuts).toBe(5);
      expect(trips).toBeLessThanOrEqual(25);
      expect([...new Set(arrived)]).toEqual(made);
      expect(await phone.store.outbox.count()).toBe(0);
      // Version 2 after one create and one share proves that the server applied each change once.
      const { db } = world.server.services;
      const [found] = await rowsOf<{ sessions: number; once: boolean; keys: number }>(
        db,
        sql`select count(*)::int as sessions, bool_and(version = 2 and shared) as once,
            (select count(*)::int from idempotency_keys where user_id = ${anna.userId}::uuid) as keys
          from videos where owner_id = ${anna.userId}::uuid`,
      );
      expect(found).toEqual({ sessions: 500, once: true, keys: 1_000 });
    },
    LONG_MS,
  );

  it(
    'reads ten thousand sessions at the first sync, and queries the database at most twice when nothing is new',
    async () => {
      const anna = await world.person('ten-thousand@example.org');
      const { db } = world.server.services;
      const ids = sql`generate_series(1, 10000) as n, lateral (select overlay(overlay(md5('held' || n) placing '4' from 13) placing '8' from 17)::uuid as id) as made`;
      await db.execute(sql`insert into videos (id, owner_id, title, description, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at)
      select id, ${anna.userId}::uuid, 'Session ' || n, '', '', false, now() - n * interval '1 hour', 'UTC', current_date, now(), now() from ${ids}`);
      const feed = `own:${anna.userId}`;
      await db.execute(sql`insert into feed_entries (feed, entity, row_id, position, gone, at)
      select ${feed}, 'videos', id, head + n, false, now() from feeds, ${ids} where name = ${feed}`);
      await db.execute(sql`update feeds set head = head + 10000 where name = ${feed}`);

      const phone = await world.device(anna, 'phone');
      expect(await phone.sync()).toBeNull();
      expect(await phone.store.view('videos').count()).toBe(10_000);
      // A page holds a thousand entries.
      expect(phone.connection.sent.length).toBeLessThanOrEqual(12);

      const counted = countQueries(db);
      phone.connection.sent.splice(0);
      expect(await phone.sync()).toBeNull();
      expect(phone.connection.sent).toEqual(['POST /api/sync']);
      expect(counted.queries.length).toBeLessThanOrEqual(2);
      expect(counted.queries.length).toBeGreaterThan(0);
    },
    LONG_MS,
  );
});
