import { sql } from 'drizzle-orm';
import type { TestApp } from '../../api/testing/create-test-app.ts';
import { type AnyRow, ENTITY_NAMES } from '../../api/contract/entities.ts';
import { type BatchRequest, type Cursor, type PullAnswer, type PullRequest, USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { feeds } from '../../api/db/tables/sync.ts';
import { refold } from '../outbox/rebase.ts';
import { withUnread } from '../pull/reached.ts';
import { storedRow } from '../store/stored-row.ts';
import type { Mistake, SimulatedDevice } from './simulated-device.ts';

/** Alters the server's answers to one path. */
const changedAnswer =
  (path: string, change: (body: unknown, device: SimulatedDevice) => Promise<unknown>): NonNullable<Mistake['fetch']> =>
  async (device, request, send) => {
    const response = await send(request);
    if (!request.url.endsWith(path) || !response.ok) return response;
    const text = await response.text();
    try {
      return Response.json(await change(JSON.parse(text), device));
    } catch {
      return new Response(text);
    }
  };

/** Alters the device's requests to one path. */
const changedRequest =
  (path: string, change: (body: string, headers: Headers) => string): NonNullable<Mistake['fetch']> =>
  async (_device, request, send) => {
    if (!request.url.endsWith(path)) return send(request);
    const headers = new Headers(request.headers);
    const body = change(await request.text(), headers);
    return send(new Request(request.url, { method: request.method, headers, body }));
  };

async function branchesOf({ services }: TestApp): Promise<Map<string, string>> {
  const rows = await services.db.select({ name: feeds.name, branch: feeds.branch }).from(feeds);
  return new Map(rows.map(({ name, branch }) => [name, branch]));
}

const readCursors = new WeakMap<object, PullAnswer['pages']>();

export const mistakes = (server: TestApp): Mistake[] => [
  {
    name: 'checkpoint written before rows',
    fetch: changedAnswer('/api/sync', async (body, device) => {
      readCursors.set(device, (body as PullAnswer).pages);
      return body;
    }),
    // The cursor was already on disk when the app ended while writing the rows.
    async afterRestart(device) {
      for (const { feed, cursor, fromStart } of readCursors.get(device) ?? []) {
        if (!fromStart || !(await device.store.cursors.get(feed)))
          await device.store.cursors.put({ feed, cursor, reading: null, kinds: ENTITY_NAMES.length });
      }
      readCursors.delete(device);
    },
  },
  {
    name: 'outbox entry deleted on an unknown 4xx',
    async fetch(device, request, send) {
      const sent = await request.clone().text();
      const response = await send(request);
      if (response.status !== 451 || !request.url.endsWith('/api/batch')) return response;
      const keys = (JSON.parse(sent) as BatchRequest).operations.map(({ key }) => key);
      await device.store.transaction('rw', device.store.rowTables, async () => {
        const records = await device.store.outbox.where('key').anyOf(keys).toArray();
        await device.store.outbox.bulkDelete(records.map(({ seq }) => seq));
        for (const { entity, entityId } of records) await refold(device.store, entity, entityId);
      });
      return response;
    },
  },
  {
    name: 'key stored outside the transaction',
    // The server ended between storing the effect and storing its key.
    async afterLostAnswer(device, path, body) {
      if (path !== '/api/batch') return;
      const keys = (JSON.parse(new TextDecoder().decode(body)) as BatchRequest).operations.map(({ key }) => key);
      for (const key of keys) {
        await server.services.db.execute(
          sql`delete from idempotency_keys where user_id = ${device.signedIn.userId}::uuid and key = ${key}::uuid`,
        );
      }
    },
  },
  {
    name: 'create overtaken by its update',
    fetch: changedRequest('/api/batch', (body) => {
      const request = JSON.parse(body) as BatchRequest;
      const isUpdate = ({ call }: { call: string }) => call.endsWith('.update');
      const operations = [...request.operations.filter(isUpdate), ...request.operations.filter((one) => !isUpdate(one))];
      return JSON.stringify({ ...request, operations: operations.map(({ dependsOn: _dependsOn, ...operation }) => operation) });
    }),
  },
  {
    name: 'queue sent with the next person’s sign-in',
    fetch: changedRequest('/api/batch', (body, headers) => {
      headers.delete(USER_HEADER);
      return body;
    }),
  },
  {
    name: 'stale pull over a newer acknowledged row',
    // Applies every answer over the current rows, however old the answer is.
    async fetch(device, request, send) {
      const sent = await request.clone().text();
      return changedAnswer('/api/sync', async (body, { store, owner }) => {
        const { cursors } = JSON.parse(sent) as PullRequest;
        for (const { feed, entries } of (body as PullAnswer).pages) {
          const held = await store.cursors.get(feed);
          if (held?.cursor.position !== cursors[feed]?.position) continue;
          for (const { entity, id, row: sentRow } of entries) {
            const row = sentRow as AnyRow | null;
            const view = await store.view(entity).get(id);
            const isPending = (await store.shadow.get([entity, id])) !== undefined;
            if (row && view && !isPending && view.version > row.version) {
              await store.view(entity).put(storedRow(entity, row, feed, owner.userId));
            }
          }
        }
        return body;
      })(device, request, send);
    },
  },
  {
    name: 'only positions compared, whatever the branch, and only in pulls',
    // Claims that the device has read its rows from the server's current branch.
    async fetch(device, request, send) {
      if (!/\/api\/(batch|sync)$/.test(request.url)) return send(request);
      const branches = await branchesOf(server);
      const now = (cursor: Cursor, feed: string) => ({ ...withUnread(cursor, []), branch: branches.get(feed) });
      const change = (body: string): string => {
        const { read: _read, ...sent } = JSON.parse(body) as { read?: Cursor; cursors?: PullRequest['cursors'] };
        const cursors = Object.entries(sent.cursors ?? {}).map(([feed, cursor]) => [feed, now(cursor, feed)]);
        return JSON.stringify({ ...sent, ...(sent.cursors && { cursors: Object.fromEntries(cursors) }) });
      };
      return changedRequest('', change)(device, request, send);
    },
  },
  {
    name: 'rows kept after access was lost',
    fetch: changedAnswer('/api/sync', async (body, { store }) => {
      const answer = body as PullAnswer;
      const held = (await store.cursors.toArray()).map(({ feed }) => feed);
      return { ...answer, readable: [...new Set([...answer.readable, ...held])] };
    }),
  },
];
