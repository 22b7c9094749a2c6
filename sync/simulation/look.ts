import { ENTITY_NAMES, type EntityName } from '../../api/contract/entities.ts';
import { factsOf, readFacts, type SyncFacts } from '../status/row-sync.ts';
import type { Draft } from '../store/draft-row.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** The state of a device at one moment, as far as the per-step promises need it. */
export interface Look {
  outbox: readonly OutboxRecord[];
  media: readonly DeviceMedia[];
  drafts: readonly Draft[];
  facts: SyncFacts;
  /** Rows with pending changes, by entity and id. */
  pending: ReadonlySet<string>;
  /** Row versions in the view. */
  views: ReadonlyMap<EntityName, ReadonlyMap<string, number>>;
}

const NOTHING: Look = { outbox: [], media: [], drafts: [], facts: factsOf({}), pending: new Set(), views: new Map() };

const rowName = (entity: EntityName, id: string) => `${entity} ${id}`;

/** Reads only the tables written since the last look. */
export async function lookAt({ store, hooks: { touched } }: SimulatedDevice, last: Look = NOTHING): Promise<Look> {
  const entities = ENTITY_NAMES.filter((entity) => touched.has(entity));
  const tables = [...entities, 'outbox', 'shadow', 'media', 'drafts', 'settings'].filter((name) => touched.has(name));
  if (tables.length === 0) return last;
  touched.clear();
  return store.transaction('r', tables, async () => {
    const views = new Map(last.views);
    for (const entity of entities) {
      const rows = await store.view(entity).toArray();
      views.set(entity, new Map(rows.map(({ id, version }) => [id, version])));
    }
    return {
      outbox: tables.includes('outbox') ? await store.outbox.toArray() : last.outbox,
      media: tables.includes('media') ? await store.media.toArray() : last.media,
      drafts: tables.includes('drafts') ? await store.drafts.toArray() : last.drafts,
      facts: tables.includes('settings') ? await readFacts(store) : last.facts,
      pending: tables.includes('shadow')
        ? new Set((await store.shadow.toCollection().primaryKeys()).map(([entity, id]) => rowName(entity, id)))
        : last.pending,
      views,
    };
  });
}

/** The version of each confirmed row that the device shows. */
export function confirmedVersions({ pending, views }: Look): Map<string, number> {
  const versions = new Map<string, number>();
  for (const [entity, rows] of views) {
    for (const [id, version] of rows) if (!pending.has(rowName(entity, id))) versions.set(rowName(entity, id), version);
  }
  return versions;
}
