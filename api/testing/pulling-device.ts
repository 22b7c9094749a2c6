import type { EntityName } from '../contract/entities.ts';
import type { Cursor, FeedPage, PullAnswer } from '../contract/sync-protocol.ts';
import type { TestPerson } from './create-test-app.ts';

type Row = Record<string, unknown>;

/** A second, minimal implementation of the protocol: the rows that a device holds after following it exactly. */
export function createPullingDevice(pull: (cursors: Record<string, Cursor>) => Promise<PullAnswer>) {
  const feeds = new Map<string, { cursor: Cursor; rows: Map<string, Row>; unnamed: Set<string> | null }>();

  function apply({ feed, cursor, fromStart, entries, more }: FeedPage) {
    const held = feeds.get(feed) ?? { cursor, rows: new Map<string, Row>(), unnamed: null };
    if (fromStart) held.unnamed = new Set(held.rows.keys());
    for (const { entity, id, row } of entries) {
      const name = `${entity} ${id}`;
      held.unnamed?.delete(name);
      if (row) held.rows.set(name, row);
      else held.rows.delete(name);
    }
    if (!more && held.unnamed) {
      for (const name of held.unnamed) held.rows.delete(name);
      held.unnamed = null;
    }
    feeds.set(feed, { ...held, cursor });
  }

  return {
    /** Pulls until no page has more. @returns the number of answers */
    async pullAll(): Promise<number> {
      for (let answers = 1; ; answers += 1) {
        const cursors = Object.fromEntries([...feeds].map(([feed, { cursor }]) => [feed, cursor]));
        const { readable, pages } = await pull(cursors);
        for (const feed of feeds.keys()) if (!readable.includes(feed)) feeds.delete(feed);
        for (const page of pages) apply(page);
        if (pages.every(({ more }) => !more)) return answers;
      }
    },
    readable: () => [...feeds.keys()],
    rows: <Shape = Row>(entity: EntityName, feed?: string): Shape[] =>
      [...feeds]
        .filter(([name]) => feed === undefined || name === feed)
        .flatMap(([, { rows }]) => [...rows].filter(([name]) => name.startsWith(`${entity} `)).map(([, row]) => row as Shape)),
    /** All rows, sorted, to compare two devices. */
    everything: () =>
      [...feeds]
        .flatMap(([feed, { rows }]) => [...rows].map(([name, row]) => [`${feed} ${name}`, row] as const))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}

export type PullingDevice = ReturnType<typeof createPullingDevice>;

export const deviceOf = (person: TestPerson): PullingDevice =>
  createPullingDevice(async (cursors) => {
    const { status, body } = await person.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors });
    if (status !== 200) throw new Error(`The pull was answered with ${status}`);
    return body;
  });

/** Makes two people training partners. @returns the id of their partnership */
export async function becomePartners(one: TestPerson, other: TestPerson): Promise<string> {
  const { body } = await one.call<{ id: string }>('POST', '/api/friendships', { friendId: other.userId });
  await other.call('PATCH', `/api/friendships/${body.id}`, { status: 'accepted' });
  return body.id;
}
