import type { PlantedMistake } from '../planted-mistake.ts';

const file = 'sync/media/recover-media.ts';
const stored = (test: string) => ({ file: 'sync/media/store-file.test.ts', test });
const filmed = (test: string) => ({ file: 'sync/media/store-film.test.ts', test });

/** Files on the device after a crash, and files that other apps share. */
export const RECOVERY: readonly PlantedMistake[] = [
  {
    name: 'a half-written file counts as whole',
    breaks: 'A damaged picture is uploaded as if it were whole.',
    file,
    old: "await store.media.update(id, { state: 'failed', fileName: null, lastError: LOST, updatedAt: ports.now() });",
    new: "await store.media.update(id, { state: 'kept', updatedAt: ports.now() });",
    foundBy: stored('cleans up after a crash during the write, and marks the draft’s file as lost'),
  },
  {
    name: 'a start takes the file that another tab is writing',
    breaks: 'Opening a second tab loses the film that the first one records.',
    file,
    old: 'await ports.lock(writingLock(id), recover, { ifAvailable: true });',
    new: 'await recover();',
    foundBy: stored('leaves alone a file that another tab is writing'),
  },
  {
    name: 'a film without a draft is deleted',
    breaks: 'A film made just before a crash is gone after a day.',
    file,
    old: "if (filmed && state === 'kept') await offerFilmAgain(store, ports, id);\n    else await",
    new: 'await',
    foundBy: filmed('offers a video without a draft again instead of deleting it'),
  },
  {
    name: 'files without a row stay',
    breaks: 'Interrupted deletions fill the device.',
    file,
    old: 'if (!(await store.media.get(id))) await ports.files.delete(name);',
    new: '',
    foundBy: stored('deletes a picked file that no session or draft references after a day, and files without a row at once'),
  },
  {
    name: 'an interrupted film replaces the file of its form',
    breaks: 'The file that was chosen for the session is gone.',
    file: 'sync/media/recover-film.ts',
    old: 'if (draft && draft.mediaId === null) {',
    new: 'if (draft) {',
    foundBy: filmed('gives a recovered video its own draft when the form’s draft has another file'),
  },
  {
    name: 'a stranger’s file becomes a draft',
    breaks: 'Any website can put a film into a person’s drafts.',
    file: 'sync/media/shared-files.ts',
    old: 'if (isOwn) await saveDraft(',
    new: 'await saveDraft(',
    foundBy: { file: 'sync/media/shared-files.test.ts', test: 'offers files from an unknown sender only once they are accepted' },
  },
  {
    name: 'a file of the wrong length is kept',
    breaks: 'A film that the browser stored incompletely counts as safe.',
    file: 'sync/media/store-film.ts',
    old: 'if (isTaken && error instanceof FileNotWhole) throw error;',
    new: '',
    foundBy: filmed('reports a recording that the browser stored incompletely, and offers it at the next start'),
  },
];
