import type { EntityName, EntityRow } from '../entities.ts';
import { JSON_SCHEMAS } from './json-schemas.ts';

/** A kind of row that an export holds. `json-schemas.ts` has its fields. */
interface Exported<Row> {
  /** Its name in `data/` and `csv/`. */
  name: string;
  /** Fields that name a file of the export in place of an object. */
  files: readonly string[];
  /** Fields whose values differ from those of the row. */
  line?(row: Row): Readonly<Record<string, unknown>>;
}

/** How each kind of row is exported; null if it is not a person's own. A kind without a line here does not compile. */
export const EXPORTED = {
  profile: { name: 'profile', files: ['profileImageUrl'] },
  /** Other people. Their names stand beside what they wrote under own sessions. */
  people: null,
  /** Each needs the other person's consent, which no file can give. */
  friendships: null,
  dogs: { name: 'dogs', files: ['image'] },
  partnerDogs: null,
  cues: { name: 'cues', files: [] },
  programs: { name: 'programs', files: [], line: ({ cues }) => ({ cueIds: cues.map(({ cueId }) => cueId) }) },
  videos: { name: 'sessions', files: ['videoUrl', 'thumbnailUrl'] },
  /** Only own ones under own sessions; others are beside the data. */
  comments: { name: 'comments', files: [] },
  sets: { name: 'sets', files: [] },
  plans: { name: 'plans', files: [] },
  trials: { name: 'trials', files: [] },
  /** Beside the data: a value that a later change displaced belongs to no row. */
  conflicts: null,
} as const satisfies { [E in EntityName]: Exported<EntityRow<E>> | null };

export type ExportedEntity = { [E in EntityName]: (typeof EXPORTED)[E] extends null ? never : E }[EntityName];

/** In the order of an import: what others refer to comes first. */
export const EXPORTED_ENTITIES = (Object.keys(EXPORTED) as EntityName[]).filter((name): name is ExportedEntity => EXPORTED[name] !== null);

/** The JSON Schema of a line. */
export const schemaOf = (entity: ExportedEntity): object => JSON_SCHEMAS[entity];

/** The path of an object's file in the export; null if it has none. */
export type FileOf = (object: string | null) => string | null;

/** A row as a line of its file in `data/`, with the fields of its schema in their order. */
export function lineOf<E extends ExportedEntity>(entity: E, row: EntityRow<E>, fileOf: FileOf): string {
  const { files, line } = EXPORTED[entity] as Exported<EntityRow<E>>;
  const values: Readonly<Record<string, unknown>> = { ...row, ...line?.(row) };
  const picked = Object.keys(JSON_SCHEMAS[entity].properties).map((field) => {
    const value = values[field] ?? null;
    return [field, files.includes(field) ? fileOf(value as string | null) : value];
  });
  return `${JSON.stringify(Object.fromEntries(picked))}\n`;
}
