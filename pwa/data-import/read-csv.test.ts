import { expect, it } from 'vitest';
import { ImportRefused } from '../../sync/import/exported-files.ts';
import { readCsv } from './read-csv.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'log.csv');
const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])]);

it.each([
  ['commas', fileOf('Date,Title\n2026-11-20,"Wet, windy"')],
  ['semicolons, with a line that names them', fileOf('sep=;\r\nDate;Title\r\n2026-11-20;Wet, windy')],
  ['tabs in UTF-16', fileOf(utf16('Date\tTitle\n2026-11-20\tWet, windy'))],
  ['a byte order mark', fileOf('\uFEFFDate,Title\n2026-11-20,"Wet, windy"')],
])('reads a table with %s', async (_name, file) => {
  expect(await readCsv(file)).toMatchObject({ header: ['Date', 'Title'], rows: [['2026-11-20', 'Wet, windy']], broken: new Set() });
});

it('reads the letters of Windows', async () => {
  expect((await readCsv(fileOf('Date,Title\n1,F', new Uint8Array([0xe4]), 'hrte'))).rows).toEqual([['1', 'Fährte']]);
});

it('has a column for each cell, also where the first row is shorter', async () => {
  const { header, rows } = await readCsv(fileOf('Date,Title\n1,Wet,windy,cold\n2,Dry'));
  expect([header, rows]).toEqual([
    ['Date', 'Title', '', ''],
    [
      ['1', 'Wet', 'windy', 'cold'],
      ['2', 'Dry'],
    ],
  ]);
});

it('knows the row whose quotes do not match', async () => {
  const { broken } = await readCsv(fileOf('Date,Title\n1,Track\n2,"Fast" recall\n'));
  expect(broken).toContain(1);
});

it.each(['', 'Date,Title', 'Date,Title\n,\n\n'])('refuses %j', async (text) => {
  await expect(readCsv(fileOf(text))).rejects.toThrow(new ImportRefused('no_table'));
});
