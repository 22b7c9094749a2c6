import { ENTITY_NAMES, type EntityName } from '../../../api/contract/entities.ts';
import type { Fields } from './intent.ts';
import { type ModelConflict, type ModelState, isExcused, WHOLE_ROW } from './model-state.ts';
import { partsOf, same, sameParts } from './same-content.ts';
import { asModelled, type PersonOfModel, type ShownRow, shownTo } from './shown-to.ts';

/** The rows that a person's device holds, or that the server would answer. */
export type Held = (entity: EntityName) => readonly Fields[];

/** Promise 3, by the model: one person's rows, field by field. */
export function unlikeModel(state: ModelState, person: PersonOfModel, people: readonly PersonOfModel[], held: Held): string[] {
  const expected = shownTo(state, person, people);
  const broken: string[] = [];
  for (const entity of ENTITY_NAMES) {
    if (entity === 'conflicts') continue;
    const rows = new Map(held(entity).map((row) => [String(row['id']), row]));
    for (const row of expected.filter((one) => one.entity === entity)) {
      const found = rows.get(row.id);
      rows.delete(row.id);
      if (found) broken.push(...unlikeRow(row, asModelled(entity, found)));
      else if (!row.excused.has(WHOLE_ROW)) broken.push(`${entity} ${row.id} is missing: ${JSON.stringify(row.fields)}`);
    }
    for (const row of rows.values()) {
      if (!isExcused(state.rows.get(String(row['id'])), WHOLE_ROW))
        broken.push(`${entity} is there, but should not be: ${JSON.stringify(row)}`);
    }
  }
  broken.push(...unlikeConflicts(state, person.userId, held('conflicts')));
  return broken.map((words) => `${person.email}: ${words}`);
}

function unlikeRow({ entity, id, fields, mixed, excused }: ShownRow, found: Fields): string[] {
  if (excused.has(WHOLE_ROW)) return [];
  const names = new Set([...Object.keys(fields), ...Object.keys(found)]);
  return [...names].flatMap((field) => {
    const [should, is] = [fields[field] ?? null, found[field] ?? null];
    if (excused.has(field)) return doubled(is) ? [`${entity} ${id}: ${field} has a part twice: ${JSON.stringify(is)}`] : [];
    const isRight = mixed.has(field) ? sameParts(is, should) : same(is, should);
    return isRight ? [] : [`${entity} ${id}: ${field} is ${JSON.stringify(is)} and should be ${JSON.stringify(should)}`];
  });
}

/** However much a restore excuses, it excuses no line twice. */
const doubled = (value: unknown): boolean => new Set(partsOf(value)).size < partsOf(value).length;

function unlikeConflicts({ conflicts, rows }: ModelState, ownerId: string, held: readonly Fields[]): string[] {
  const isCertain = ({ entityId, field }: { entityId: string; field: string }) => !isExcused(rows.get(entityId), field);
  const words = (one: Pick<ModelConflict, 'entity' | 'entityId' | 'field' | 'kept' | 'other'>, isSettled: boolean) =>
    `${one.entity} ${one.entityId} ${one.field}: ${JSON.stringify(one.kept)} replaced ${JSON.stringify(one.other)}${isSettled ? ', settled' : ''}`;
  const should = conflicts.filter((one) => one.ownerId === ownerId && isCertain(one)).map((one) => words(one, one.isSettled));
  const is = (held as unknown as (ModelConflict & { deletedAt: string | null })[])
    .filter(isCertain)
    .map((one) => words(one, one.deletedAt !== null));
  const [a, b] = [is.sort(), should.sort()];
  return same(a, b) ? [] : [`offers the conflicts ${JSON.stringify(a)} and should offer ${JSON.stringify(b)}`];
}
