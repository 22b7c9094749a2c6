import { DELETED_KEPT_DAYS } from './limits.ts';
import type { EntityName, EntityRow } from './entities.ts';

/** A kind of row in `data/` of an export. `export/json-schemas.ts` has its fields. */
export interface Exported<Row> {
  /** Its name in `data/` and `csv/`. */
  name: string;
  /** Fields that name a file of the export in place of an object. */
  files: readonly string[];
  /** Fields whose values differ from those of the row. */
  line?(row: Row): Readonly<Record<string, unknown>>;
}

/** What happens to one kind of row when its person takes it along, brings it back, or leaves. */
export interface RowPolicy<Row> {
  /** Null if it is not the person's own, or stands beside the data. */
  exported: Exported<Row> | null;
  /** `made`: by a change with the same id. `filled in`: only what is empty here. */
  imported: 'made' | 'filled in' | null;
  /** With whose account it goes. `forgets them`: it stays, without its people. `shown`: it is another row as others see it, and goes with that one. */
  erased: 'person' | 'owner' | 'author or owner of the session' | 'either person' | 'forgets them' | 'shown';
  /** Days for which the content of a deleted row stays, to be restored; null if it goes at once. */
  keptDays: typeof DELETED_KEPT_DAYS | null;
}

/**
 * How each kind of row is exported, imported, erased and kept. A kind without a line does not compile, nor does a line that the import
 * (`sync/import/import-rows.ts`), the erasure (`api/erasure/`) or the sweep of deleted rows (`api/feeds/sweep-feeds.ts`) does not
 * follow.
 */
export const ROW_POLICIES = {
  profile: { exported: { name: 'profile', files: ['profileImageUrl'] }, imported: 'filled in', erased: 'person', keptDays: null },
  /** Their names stand beside what they wrote under own sessions. */
  people: { exported: null, imported: null, erased: 'shown', keptDays: null },
  /** Each needs the other person's consent, which no file can give. */
  friendships: { exported: null, imported: null, erased: 'either person', keptDays: null },
  /** Names another person, who has not agreed to be in a file. */
  blocks: { exported: null, imported: null, erased: 'either person', keptDays: null },
  /** About rows of others. The server keeps them without the person, as the log of decisions needs them. */
  reports: { exported: null, imported: null, erased: 'forgets them', keptDays: null },
  dogs: { exported: { name: 'dogs', files: ['image'] }, imported: 'made', erased: 'owner', keptDays: DELETED_KEPT_DAYS },
  partnerDogs: { exported: null, imported: null, erased: 'shown', keptDays: null },
  /** Copies that others imported are theirs. */
  cues: { exported: { name: 'cues', files: [] }, imported: 'made', erased: 'owner', keptDays: DELETED_KEPT_DAYS },
  programs: {
    exported: { name: 'programs', files: [], line: ({ cues }) => ({ cueIds: cues.map(({ cueId }) => cueId) }) },
    imported: 'made',
    erased: 'owner',
    keptDays: DELETED_KEPT_DAYS,
  },
  videos: {
    exported: { name: 'sessions', files: ['videoUrl', 'thumbnailUrl'] },
    imported: 'made',
    erased: 'owner',
    keptDays: DELETED_KEPT_DAYS,
  },
  /** Exported only under own sessions; others stand beside the data. */
  comments: {
    exported: { name: 'comments', files: [] },
    imported: 'made',
    erased: 'author or owner of the session',
    keptDays: DELETED_KEPT_DAYS,
  },
  sets: { exported: { name: 'sets', files: [] }, imported: 'made', erased: 'owner', keptDays: DELETED_KEPT_DAYS },
  plans: { exported: { name: 'plans', files: [] }, imported: 'made', erased: 'owner', keptDays: DELETED_KEPT_DAYS },
  trials: { exported: { name: 'trials', files: [] }, imported: 'made', erased: 'owner', keptDays: DELETED_KEPT_DAYS },
  /** Beside the data: a value that a later change displaced belongs to no row. */
  conflicts: { exported: null, imported: null, erased: 'owner', keptDays: DELETED_KEPT_DAYS },
} as const satisfies { [E in EntityName]: RowPolicy<EntityRow<E>> };

/** The kinds of rows that are exported. */
export type ExportedEntity = { [E in EntityName]: (typeof ROW_POLICIES)[E]['exported'] extends null ? never : E }[EntityName];

/** The kinds of rows whose policy says so. */
export type EntityThatIs<Aspect extends 'imported' | 'erased' | 'keptDays', Value> = {
  [E in EntityName]: (typeof ROW_POLICIES)[E][Aspect] extends Value ? E : never;
}[EntityName];
