import { formatBytes, formatDate } from '../dates/format-date.ts';

const parts = (count: number) => (count === 1 ? 'one file' : `${count} parts`);

/** Texts of the export (R371). */
export const EXPORT_TEXTS = {
  title: 'Export',
  about: 'One ZIP with everything that you logged, with films. Unpack it and open index.html in any browser.',
  films: (bytes: number) => `Include films (${formatBytes(bytes)})`,
  partSize: 'Size of a file',
  sizes: { whole: 'Everything in one file', four: 'Parts of 4 GB', two: 'Parts of 2 GB' },
  prepare: 'Prepare ZIP',
  states: { preparing: 'Preparing', ready: 'Ready to download', failed: 'The export could not be made' },
  asking: 'Asking...',
  prepareFailed: "Couldn't start the export. Please try again.",
  preparing: (done: number, total: number) => (total === 0 ? 'Preparing' : `Preparing ${Math.floor((done / total) * 100)} %`),
  prepared: 'Prepared',
  goesOn: (done: number, total: number) =>
    `${total === 0 ? '' : `${done} of ${total} ${total === 1 ? 'file' : 'files'}. `}Close the app if you like; the server carries on.`,
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  cancelFailed: "Couldn't cancel. Please try again.",
  failedAbout: 'The server tried several times. Please prepare it again.',
  size: (bytes: readonly number[], isWhole: boolean) =>
    `${formatBytes(bytes.reduce((sum, each) => sum + each, 0))} in ${parts(bytes.length)}${isWhole ? ', every file checked' : ''}.`,
  damaged: (count: number) => `${count === 1 ? 'One file' : `${count} files`} may be damaged.`,
  kept: (day: string) => `Kept until ${formatDate(day)}.`,
  lost: (count: number) =>
    `The server has lost ${count === 1 ? 'one file' : `${count} files`}, which ${count === 1 ? 'is' : 'are'} not part of it.`,
  download: 'Download',
  downloadPart: (number: number, count: number, bytes: number) => `Part ${number} of ${count}, ${formatBytes(bytes)}`,
  discard: 'Delete',
  discarding: 'Deleting...',
  discardFailed: "Couldn't delete the export. Please try again.",
  noSignal: 'No signal?',
  exportHere: 'Export what this device holds',
  nothingHere: 'This device has not read your log yet. Try again when you are online.',
  savedHere: (bytes: number, elsewhere: number) =>
    elsewhere === 0
      ? `Your browser is saving ${formatBytes(bytes)}.`
      : `Your browser is saving ${formatBytes(bytes)}. ${elsewhere} ${elsewhere === 1 ? 'file that is' : 'files that are'} not on this device ${elsewhere === 1 ? 'is' : 'are'} missing.`,
  notSavedHere: "Couldn't make the export. Please try again.",
  loading: 'Loading...',
  offline: 'The server cannot be reached.',
  unread: "Couldn't load this. Please try again.",
  retry: 'Try again',
} as const;
