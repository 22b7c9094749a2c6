import type { ExportedEntity } from '../row-policies.ts';
import { EXPORTED_ENTITIES, exportName, type FileOf, lineOf, schemaOf } from './exported-rows.ts';
import { type ExportSource, some, type TextFile } from './export-source.ts';
import { referencesIn } from './references.ts';

/**
 * Own rows as lines of JSON, each kind with its JSON Schema, ordered by id, which another server keeps; and beside them what no
 * import can bring back.
 */
export function* dataFiles(source: ExportSource, fileOf: FileOf): Generator<TextFile> {
  for (const entity of EXPORTED_ENTITIES) {
    const name = exportName(entity);
    yield { name: `data/${name}.jsonl`, pieces: linesOf(source, entity, fileOf) };
    yield { name: `data/${name}.schema.json`, pieces: [jsonOf(schemaOf(entity))] };
  }
  yield { name: 'beside/account.jsonl', pieces: jsonLines([{ email: source.profile.email }]) };
  yield { name: 'beside/comments.jsonl', pieces: commentsOfOthers(source) };
  yield { name: 'beside/comments-elsewhere.jsonl', pieces: jsonLines(source.commentsElsewhere) };
  yield { name: 'beside/partners.jsonl', pieces: jsonLines(source.partners.map((name) => ({ name }))) };
  const conflicts = source.conflicts.map(({ entity, entityId, field, kept, other }) => ({ entity, entityId, field, kept, other }));
  yield { name: 'beside/displaced.jsonl', pieces: jsonLines(conflicts) };
}

export const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const jsonLines = (values: readonly object[]): string[] => values.map((value) => `${JSON.stringify(value)}\n`);

async function* linesOf<E extends ExportedEntity>(source: ExportSource, entity: E, fileOf: FileOf): AsyncGenerator<string> {
  const refer = referencesIn(source);
  if (entity === 'profile') {
    yield lineOf('profile', source.profile, fileOf);
    return;
  }
  const kind = entity as Exclude<E, 'profile'>;
  for (const ids of some(source.ids[kind].toSorted())) {
    const rows = await source.read(kind, ids);
    yield rows.map((row) => lineOf(kind, refer(kind, row), fileOf)).join('');
  }
}

async function* commentsOfOthers(source: ExportSource): AsyncGenerator<string> {
  for (const ids of some(source.ids.videos.toSorted())) {
    const comments = await source.commentsUnder(ids);
    yield jsonLines(comments.filter(({ author }) => author !== null)).join('');
  }
}
