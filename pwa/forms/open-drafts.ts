import { draftLock, formKey, formLock } from '../../sync/store/draft-keys.ts';
import { holdLock } from '../sync/hold-lock.ts';

/** 'open' while the form is being edited in this tab, then the time of its save in milliseconds. */
type FormState = 'open' | number;

let forms: ReadonlyMap<string, FormState> = new Map();
const listeners = new Set<() => void>();

function change(key: string, state: FormState | null): void {
  const next = new Map(forms);
  if (state === null) next.delete(key);
  else next.set(key, state);
  forms = next;
  for (const listener of listeners) listener();
}

export const openForms = (): ReadonlyMap<string, FormState> => forms;

export function subscribeOpenForms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True unless a form of this tab has the draft open or has just saved it: live queries list a saved draft for a moment. */
export function isLeftOver({ key, updatedAt }: { key: string; updatedAt: number }, states: ReadonlyMap<string, FormState>): boolean {
  if (states.get(key) === 'open') return false;
  const form = formKey(key);
  const state = states.get(form);
  // Saving a form does not delete the spare drafts of its key.
  return state === undefined || (state !== 'open' && (updatedAt > state || key !== form));
}

/**
 * Marks a draft as being edited: in this tab by a map, for other tabs by a shared lock.
 * @returns releases it. `savedAt` is the time of the save, or null if the form was not saved. The lock stays held until
 * `writing` ends.
 */
export function holdDraft(userId: string, key: string): (savedAt: number | null, writing?: Promise<unknown>) => void {
  change(key, 'open');
  const letGo = holdLock(draftLock(userId, key));
  return (savedAt, writing) => {
    change(key, savedAt);
    void Promise.resolve(writing).then(letGo, letGo);
  };
}

/** Marks a form as open, so that no other draft is put under its key. @returns releases it */
export const holdForm = (userId: string, key: string): (() => void) => holdLock(formLock(userId, key));

/** Keeps recoveries from completing a save while this tab writes it. @param key of the marked draft @returns releases it */
export const holdSave = (userId: string, key: string): (() => void) => holdLock(draftLock(userId, key));
