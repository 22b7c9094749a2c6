import type { EntityName } from '../../api/contract/entities.ts';
import type { FormChange } from './form-change.ts';

/** Key of the draft of an edit to a row. */
export const editDraft = (entity: EntityName, id: string) => `${entity}.update:${id}`;

/** The session that an edit draft belongs to; null for all other drafts. */
export const sessionOfDraft = (key: string): string | null => /^videos\.update:([^~]+)/.exec(key)?.[1] ?? null;

/** The key under which a draft's form opens. A draft stored beside that one has this key, `~` and an id. */
export const formKey = (key: string): string => key.split('~')[0] ?? key;

/** Key of a draft that is stored beside the one under the key of its form. */
export const besideKey = (key: string, id: string): string => `${formKey(key)}~${id}`;

/**
 * Key of a draft while its save is written. A new row's key is beside the form's key, which the next form of its kind
 * uses meanwhile (R190). An edited row has one form at a time: the next one waits for the save.
 */
export const savingKey = (key: string, { call, id }: FormChange): string => (call.endsWith('.create') ? besideKey(key, id) : key);

/** Name of the Web Lock that each form of this key holds while it is on the screen, even untouched. */
export const formLock = (userId: string, key: string) => `longline-form-${userId}-${key}`;

/** Name of the Web Lock that a form holds while it edits this draft: from the first change on, and until a save is written. */
export const draftLock = (userId: string, key: string) => `longline-draft-${userId}-${key}`;
