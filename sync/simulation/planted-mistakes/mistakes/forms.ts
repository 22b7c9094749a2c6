import type { PlantedMistake } from '../planted-mistake.ts';

const saves = (test: string) => ({ file: 'sync/outbox/recover-saves.test.ts', test });
const words = (test: string) => ({ file: 'pwa/sync/last-words.test.ts', test });
const locks = (test: string) => ({ file: 'sync/ports/stealable-lock.test.ts', test });

/** Drafts, the words typed last, tabs and their locks. */
export const FORMS: readonly PlantedMistake[] = [
  {
    name: 'a saved draft stays',
    breaks: 'A saved session is offered again as a draft, and can be saved twice.',
    file: 'sync/outbox/mutate.ts',
    old: 'if (clearDraft) await store.drafts.delete(clearDraft);',
    new: '',
    foundBy: saves('becomes the session, with its file, and leaves no draft'),
  },
  {
    name: 'a recovered save repeats a finished one',
    breaks: 'A session is logged twice when the app ends during its save.',
    file: 'sync/outbox/save-form-change.ts',
    old: 'if (!record && !(await store.view(entity).get(id))) return null;',
    new: 'if (record || entity) return null;',
    foundBy: saves('is not repeated by the tab that was still saving'),
  },
  {
    name: 'a failed save replaces the next draft',
    breaks: 'Text typed into the next form is replaced by the one that could not be saved.',
    file: 'sync/store/marked-drafts.ts',
    old: 'const key = (await store.drafts.get(form)) ? markedKey : form;',
    new: 'const key = form;',
    foundBy: saves('keeps its draft when the interrupted save fails, beside the draft of that save'),
  },
  {
    name: 'last words replace a newer draft',
    breaks: 'Text of an old tab replaces what was typed since.',
    file: 'pwa/sync/last-words.ts',
    old: 'if (left && (!known || known.updatedAt <= left.updatedAt)) await',
    new: 'if (left) await',
    foundBy: words('last words do not overwrite a newer draft from another page'),
  },
  {
    name: 'last words stay readable after the sign-out',
    breaks: 'A tab that closes late leaves text of a person who signed out.',
    file: 'pwa/sync/last-words.ts',
    old: 'if (leaving.has(store.userId) || !store.isOpen()) return;',
    new: 'if (!store.isOpen()) return;',
    foundBy: words('last words are not left once another tab seals the work of their author'),
  },
  {
    name: 'a full device loses the last words',
    breaks: 'Text typed on a full device is gone with the page.',
    file: 'pwa/sync/last-words.ts',
    old: 'await store.drafts.put(left);\n    localStorage.removeItem(name);',
    new: 'await store.drafts.put(left).catch(() => undefined);\n    localStorage.removeItem(name);',
    foundBy: words('last words stay if a full device cannot store them as drafts'),
  },
  {
    name: 'a living holder loses its lock',
    breaks: 'Two tabs upload and sync at once although the first one works.',
    file: 'sync/ports/stealable-lock.ts',
    old: 'if (data === QUESTION) channel.postMessage(ANSWER);',
    new: '',
    foundBy: locks('stays with its holder as long as the holder answers'),
  },
  {
    name: 'a frozen tab keeps its lock',
    breaks: 'Nothing is synced until a forgotten tab is closed.',
    file: 'sync/ports/stealable-lock.ts',
    old: 'if (!heard.signal.aborted) return true;',
    new: 'if (!heard.signal.aborted) return false;',
    foundBy: locks('passes from a silent holder to the waiter, then to the next caller'),
  },
];
