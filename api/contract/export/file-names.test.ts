import { expect, it } from 'vitest';
import { fileNames } from './file-names.ts';

let made = 0;
const session = (title: string, videoUrl: string | null, thumbnailUrl = '') => ({
  id: String((made += 1)).padStart(4, '0'),
  title,
  trainedAt: '2026-11-29T23:30:00Z',
  trainedZone: 'Europe/Berlin',
  videoUrl,
  thumbnailUrl,
});
const NOTHING = { profile: { profileImageUrl: null }, dogPictures: new Map<string, string>(), names: { dogs: new Map<string, string>() } };
const film = { isFilm: true, extension: 'mp4' };
const picture = { isFilm: false, extension: 'jpg' };
const named = (sessions: ReturnType<typeof session>[]) => [
  ...fileNames({ ...NOTHING, sessions }, (object) => (object.includes('picture') ? picture : film)).values(),
];

it('names a folder after the day at the training ground and the title', () => {
  expect(named([session('Send-away', '/objects/a', '/objects/picture')])).toEqual([
    'media/2026-11-30 Send-away/film.mp4',
    'media/2026-11-30 Send-away/poster.jpg',
  ]);
});

it('gives each session a folder of its own, on file systems without upper case too', () => {
  expect(named([session('Sit', '/objects/a'), session('SIT', '/objects/b'), session('Sit', '/objects/c')])).toEqual([
    'media/2026-11-30 Sit/film.mp4',
    'media/2026-11-30 SIT (2)/film.mp4',
    'media/2026-11-30 Sit (3)/film.mp4',
  ]);
});

it.each([
  ['../../etc/passwd', '.. etc passwd'],
  ['a/b\\c:d*e?"f"<g>|h', 'a b c d e f g h'],
  ['Track 1. ', 'Track 1'],
  ['line\nbreak\0', 'line break'],
  ['...', 'untitled'],
  ['.hidden', 'hidden'],
  ['con', 'con_'],
  ['Fa\u0308hrte\u202e', 'Fährte'],
  ['🐕'.repeat(80), '🐕'.repeat(45)],
])('makes %j part of a path', (title, words) => {
  expect(named([session(title, '/objects/a')])).toEqual([`media/2026-11-30 ${words}/film.mp4`]);
});

it('leaves out media whose file is missing, and names an object of two rows once', () => {
  const sessions = [session('Sit', '/objects/lost'), session('Down', '/objects/a'), session('Stand', '/objects/a')];
  const names = fileNames({ ...NOTHING, sessions }, (object) => (object === '/objects/lost' ? null : { isFilm: true, extension: 'mov' }));
  expect([...names]).toEqual([['/objects/a', 'media/2026-11-30 Down/film.mov']]);
});

it('gives the same names for rows in another order', () => {
  const sessions = [session('Sit', '/objects/a'), session('Sit', '/objects/b')];
  const dogs = new Map([
    ['2', 'Fly'],
    ['1', 'Fly'],
  ]);
  const of = (order: (list: [string, string][]) => [string, string][], some: typeof sessions) =>
    fileNames(
      {
        ...NOTHING,
        names: { dogs },
        dogPictures: new Map(
          order([
            ['2', '/objects/picture2'],
            ['1', '/objects/picture1'],
          ]),
        ),
        sessions: some,
      },
      () => picture,
    );
  const names = of((list) => list, sessions);
  expect(of((list) => list.toReversed(), sessions.toReversed())).toEqual(names);
  expect(names.get('/objects/picture2')).toBe('media/dogs/Fly (2).jpg');
  expect(names.get('/objects/a')).toBe('media/2026-11-30 Sit/picture.jpg');
});
