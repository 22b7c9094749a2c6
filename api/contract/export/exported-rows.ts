import type { EntityName, EntityRow } from '../entities.ts';
import { type Exported, type ExportedEntity, ROW_POLICIES } from '../row-policies.ts';
import { JSON_SCHEMAS } from './json-schemas.ts';

/** In the order of an import: what others refer to comes first. */
export const EXPORTED_ENTITIES = (Object.keys(ROW_POLICIES) as EntityName[]).filter(
  (name): name is ExportedEntity => ROW_POLICIES[name].exported !== null,
);

/** The name of a kind of row in `data/` and `csv/`. */
export const exportName = (entity: ExportedEntity): string => ROW_POLICIES[entity].exported.name;

/** The JSON Schema of a line. */
export const schemaOf = (entity: ExportedEntity): object => JSON_SCHEMAS[entity];

/** The path of an object's file in the export; null if it has none. */
export type FileOf = (object: string | null) => string | null;

/** A row as a line of its file in `data/`, with the fields of its schema in their order. */
export function lineOf<E extends ExportedEntity>(entity: E, row: EntityRow<E>, fileOf: FileOf): string {
  const { files, line } = ROW_POLICIES[entity].exported as Exported<EntityRow<E>>;
  const values: Readonly<Record<string, unknown>> = { ...row, ...line?.(row) };
  const picked = Object.keys(JSON_SCHEMAS[entity].properties).map((field) => {
    const value = values[field] ?? null;
    return [field, files.includes(field) ? fileOf(value as string | null) : value];
  });
  return `${JSON.stringify(Object.fromEntries(picked))}\n`;
}
