import type { ManyRows } from '../../api/contract/export/export-source.ts';
import type { ImportRefused } from '../../sync/import/exported-files.ts';
import type { Fault } from '../../sync/import/read-lines.ts';

const number = (count: number) => count.toLocaleString();
const files = (count: number) => (count === 1 ? 'One film or picture' : `${number(count)} films and pictures`);

/** Texts of the import (R373). */
export const IMPORT_TEXTS = {
  title: 'Import',
  about:
    'Bring in a Longline ZIP, or sessions from a spreadsheet (CSV). You see what it would add before anything is added, and importing it twice adds nothing twice.',
  choose: 'Choose file',
  chooseParts: 'If an export has several parts, choose all of them.',
  reading: 'Reading...',
  refused: {
    no_export: 'This is not an export of Longline. Choose a ZIP file that Longline made; of several parts, the first is needed.',
    newer: 'A newer Longline made this export. Update this server, then try again.',
    unreadable: "This file can't be read. Download it again, or choose another one.",
    altered: 'This export is not as it was made: a list in it is missing or was changed. Download it again.',
    two_exports: 'These files are of two exports. Choose the parts of one.',
    several: 'Choose one spreadsheet, or all parts of one ZIP.',
    too_large: 'This file is too large to read here.',
    not_read_yet: 'This device has not read your log yet. Try again when you are online.',
    failed: "Couldn't read this. Please try again.",
    no_table: 'This file has no sessions. The first row must name the columns, and each other row is a session.',
  } satisfies Record<ImportRefused['reason'], string>,
  mapping: {
    title: 'Which column is what?',
    rows: (name: string, count: number) => `${name}: ${count === 1 ? 'one row' : `${number(count)} rows`}.`,
    columns: { date: 'Date', title: 'Title', dog: 'Dog', notes: 'Notes' },
    titleHint: 'Without one, the first line of the notes.',
    unused: (names: readonly string[]) => `Not imported: ${names.join(', ')}.`,
    none: 'None',
    column: (place: number) => `Column ${place}`,
    noDate: 'Please choose the column with the date.',
    noText: 'Please choose the column with the title or the notes.',
    order: 'Dates are written',
    orders: { day: 'Day first: 31/12/2026', month: 'Month first: 12/31/2026' },
    strangers: (names: readonly string[], more: number) =>
      `Not among your dogs: ${names.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}. Add them first, or their names go into the notes.`,
    preview: 'The first sessions',
    goOn: 'Show what it adds',
  },
  failed: "Couldn't import everything. Choose the file again: what is here already stays, and the rest is added.",
  full: (device: string) => `This ${device} is full. Free some space, then choose the file again: it goes on where it ended.`,
  what: 'What it adds',
  kind: 'Kind',
  columns: ['', 'New', 'Here already', 'Deleted here'],
  kinds: {
    dogs: 'Dogs',
    cues: 'Cues',
    programs: 'Programs',
    videos: 'Sessions',
    comments: 'Own comments',
    sets: 'Sets',
    plans: 'Plans',
    trials: 'Trials',
  } satisfies Record<ManyRows, string>,
  profile: 'Empty fields of your profile are filled in.',
  files: (count: number) => `${files(count)} to add.`,
  absent: (count: number) => `${files(count)} ${count === 1 ? 'is' : 'are'} in none of these files.`,
  staysDeleted: 'What was deleted here stays deleted.',
  faults: (count: number) => `${count === 1 ? 'One line' : `${number(count)} lines`} can't be read`,
  fault: ({ file, line, message }: Fault) => (line === null ? `${file}: ${message}` : `${file}, line ${number(line)}: ${message}`),
  more: (count: number) => `And ${number(count)} more.`,
  nothing: 'Everything in this file is here already.',
  nothingToAdd: 'Nothing can be added from this file.',
  lacksFilms: 'This export was made without films.',
  othersSee: 'Others will see what they could see before: public cues, trials that you showed, a public profile.',
  start: 'Import',
  cancel: 'Cancel',
  close: 'Close',
  rows: (done: number, total: number) => `${number(done)} of ${number(total)} entries`,
  media: (done: number, total: number) => `${number(done)} of ${number(total)} films and pictures`,
  importing: 'Importing',
  imported: 'Imported',
  stays: 'Keep the app open until this is done.',
  waits: (device: string) => `This ${device} is full. Waiting for uploads to make room.`,
  stop: 'Stop',
  stopping: 'Stopping...',
  stopped: 'Stopped. Choose the file again to add the rest.',
  added: (rows: number, media: number) => {
    const entries = rows === 1 ? 'one entry' : `${number(rows)} entries`;
    const films = media === 1 ? 'one film or picture' : `${number(media)} films and pictures`;
    const parts = [rows > 0 && entries, media > 0 && films].filter(Boolean).join(' and ');
    return parts ? `Added: ${parts}. What is added uploads by itself.` : 'Nothing was added.';
  },
  refusedFiles: (count: number) => `${files(count)} could not be added:`,
} as const;

export const NAMES_OF_KINDS = Object.keys(IMPORT_TEXTS.kinds) as (keyof typeof IMPORT_TEXTS.kinds)[];
