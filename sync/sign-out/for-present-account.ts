import { derivedId } from '../../api/contract/derived-id.ts';
import type { Cue } from '../../api/contract/entities/cue.ts';
import type { AccountContent } from './account-content.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The content of an earlier account with the ids that it has in the present one: in rows, in the keys and texts of drafts, and
 * in links. A repeat, and a second device, give the same ids.
 * @param added content that an interrupted attempt has added, as JSON; it is left out
 */
export function forPresentAccount(content: AccountContent, earlierId: string, presentId: string, added = '{}'): AccountContent {
  const ids = new Map([[earlierId, presentId], ...content.cues.map((cue) => [cue.id, cueId(cue, presentId)] as const)]);
  const known = new Set(
    Object.values(JSON.parse(added) as Partial<AccountContent>)
      .flat()
      .map((item) => JSON.stringify(item)),
  );
  const isNew = (item: unknown) => !known.has(JSON.stringify(item));
  const fresh = Object.entries(content).map(([kind, items]) => [
    kind,
    Array.isArray(items) ? items.filter(isNew) : isNew(items) ? items : undefined,
  ]);
  const words = JSON.stringify(Object.fromEntries(fresh));
  return JSON.parse(words.replace(UUID, (id) => ids.get(id) ?? id)) as AccountContent;
}

/** Only an import may make a derived id, and each person derives another one (R118, R167). */
function cueId({ id, importedFromId }: Cue, userId: string): string {
  if (id[14] !== '5') return id;
  return importedFromId ? derivedId(userId, importedFromId) : `${id.slice(0, 14)}4${id.slice(15)}`;
}
