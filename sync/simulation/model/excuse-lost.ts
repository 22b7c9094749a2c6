import { type ModelRow, type ModelState, WHOLE_ROW } from './model-state.ts';
import { same } from './same-content.ts';

/**
 * Excuses what a server that went back has lost: devices offer it again, so each such field may end as either value or as
 * a merge of both. All other fields and rows stay certain.
 * @param now the state to mark
 */
export function excuseLost(before: ModelState, now: ModelState): void {
  for (const [id, row] of now.rows) {
    const lost = before.rows.get(id);
    for (const field of lost ? fieldsUnlike(lost, row) : [WHOLE_ROW]) row.excused.add(field);
    for (const field of lost?.excused ?? []) row.excused.add(field);
  }
  for (const [id, lost] of before.rows) {
    if (!now.rows.has(id)) now.rows.set(id, { ...structuredClone(lost), excused: new Set([WHOLE_ROW]) });
  }
  for (const row of now.rows.values()) excuseNames(row, now);
}

/** A row that names a dog or cues which are uncertain is uncertain in this too. */
export function excuseNames(row: ModelRow, { rows }: ModelState): void {
  const isUncertain = (id: unknown) => {
    const named = typeof id === 'string' ? rows.get(id) : undefined;
    return named !== undefined && (named.excused.has(WHOLE_ROW) || named.excused.has('isDeleted'));
  };
  if (isUncertain(row.fields['dogId']) || isUncertain(row.formerDogId)) row.excused.add('dogId');
  if ((row.fields['cues'] as string[] | undefined)?.some(isUncertain)) row.excused.add('cues');
}

function fieldsUnlike(a: ModelRow, b: ModelRow): string[] {
  const fields = [...new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])].filter(
    (field) => !same(a.fields[field], b.fields[field]),
  );
  if (a.isDeleted !== b.isDeleted) fields.push('isDeleted');
  if (a.formerDogId !== b.formerDogId) fields.push('dogId');
  return fields;
}
