import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { NEW_CUE } from '../entities/cue.ts';
import { NEW_DOG } from '../entities/dog.ts';
import { NEW_PLAN } from '../entities/plan.ts';
import { NEW_PROGRAM } from '../entities/program.ts';
import { NEW_SET } from '../entities/set.ts';
import { NEW_TRIAL } from '../entities/trial.ts';
import { NEW_VIDEO } from '../entities/video.ts';
import type { EntityRow } from '../entities.ts';
import { exportFiles, manifestText, sumsText } from './export-files.ts';
import type { ExportSource, ManyRows } from './export-source.ts';
import { EXPORTED_ENTITIES, exportName } from './exported-rows.ts';
import { EXPORTED_SCHEMAS, jsonSchemas } from './exported-schemas.ts';
import { JSON_SCHEMAS } from './json-schemas.ts';

const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const OWNER = id('f');
const made = { ownerId: OWNER, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-02T10:00:00.000Z', deletedAt: null, version: 3 };
const [FLY, SIT, TRACK, LOST] = [id('1'), id('2'), id('3'), id('9')] as const;
/** Of an import: derived from person and source. */
const COPY = 'bbbbbbbb-0000-5000-8000-000000000000';

const ROWS = {
  profile: {
    id: OWNER,
    email: 'ann@example.org',
    firstName: null,
    lastName: null,
    bio: '',
    location: null,
    sports: [],
    profileVisibility: 'private',
    profileImageUrl: null,
    isAdult: null,
    version: 1,
  },
  dogs: [{ ...NEW_DOG, ...made, id: FLY, name: 'Fly', breed: 'Collie', birthdate: '2021-04-03', image: '/objects/fly' }],
  cues: [
    { ...NEW_CUE, ...made, id: SIT, name: '=Sit', steps: ['Lure', 'Hand'] },
    { ...NEW_CUE, ...made, id: COPY, name: 'Copy', importedFromId: id('d') },
  ],
  programs: [
    {
      ...NEW_PROGRAM,
      ...made,
      id: id('4'),
      name: 'Basics',
      cues: [
        { cueId: LOST, orderIndex: 0 },
        { cueId: SIT, orderIndex: 1 },
        { cueId: COPY, orderIndex: 2 },
      ],
    },
  ],
  videos: [
    {
      ...NEW_VIDEO,
      ...made,
      id: TRACK,
      title: 'Track',
      dogId: FLY,
      videoUrl: '/objects/film',
      mediaType: 'video/mp4',
      trainedAt: '2026-11-20T23:30:00.000Z',
      trainedZone: 'Europe/Berlin',
    },
  ],
  comments: [{ ...made, id: id('5'), videoId: TRACK, userId: OWNER, content: 'Windy' }],
  sets: [
    {
      ...NEW_SET,
      ...made,
      id: id('6'),
      videoId: TRACK,
      cueId: LOST,
      exercise: 'Recall',
      startedAt: made.createdAt,
      reps: ['rep00001 hit'],
    },
    { ...NEW_SET, ...made, id: id('7'), videoId: TRACK, cueId: COPY, exercise: 'Copy', startedAt: made.createdAt },
  ],
  plans: [
    {
      ...NEW_PLAN,
      ...made,
      id: id('8'),
      day: '2026-12-01',
      dogId: LOST,
      videoIds: [LOST, TRACK],
      done: [`aaaaaaaa ${LOST}`, `aaaaaaaa ${id('6')}`],
    },
  ],
  trials: [{ ...NEW_TRIAL, ...made, id: id('a'), name: 'Spring trial', day: '2027-03-01', dogId: FLY }],
};

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map((row) => [row.id, row.name]));
const source: ExportSource = {
  profile: ROWS.profile as ExportSource['profile'],
  ids: {
    dogs: idsOf(ROWS.dogs),
    cues: idsOf(ROWS.cues),
    programs: idsOf(ROWS.programs),
    videos: idsOf(ROWS.videos),
    comments: idsOf(ROWS.comments),
    sets: idsOf(ROWS.sets),
    plans: idsOf(ROWS.plans),
    trials: idsOf(ROWS.trials),
  },
  names: { dogs: namesOf(ROWS.dogs), cues: namesOf(ROWS.cues) },
  dogPictures: new Map([[FLY, '/objects/fly']]),
  sessions: ROWS.videos,
  read: async <E extends ManyRows>(entity: E, ids: readonly string[]) =>
    ids.flatMap((each) => (ROWS[entity] as unknown as EntityRow<E>[]).find((row) => row.id === each) ?? []),
  commentsUnder: async () => [
    { videoId: TRACK, author: null, content: 'Windy', createdAt: made.createdAt },
    { videoId: TRACK, author: 'Ben </p>', content: '<script>alert(1)</script>', createdAt: made.createdAt },
  ],
  setsOf: async () => ROWS.sets as EntityRow<'sets'>[],
  commentsElsewhere: [],
  conflicts: [],
  partners: ['Ben'],
};
const fileOf = (object: string | null) => (object === '/objects/film' ? 'media/2026-11-21 Track/film #1.mp4' : null);
const exportedAt = new Date('2026-11-30T12:00:00Z');
const missing = { films: true, lost: 1, damaged: ['media/a.mp4'] };

const texts = new Map<string, string>();
beforeAll(async () => {
  for (const { name, pieces } of exportFiles(source, { fileOf, exportedAt, missing, host: 'example.org' })) {
    let text = '';
    for await (const piece of pieces) text += piece;
    texts.set(name, text);
  }
});
const lines = (name: string) =>
  texts
    .get(`data/${name}.jsonl`)!
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);

it('has what a person can set, and neither moments of changes nor ids of people', () => {
  expect(lines('sessions')).toEqual([
    {
      id: TRACK,
      title: 'Track',
      description: '',
      dogId: FLY,
      weather: null,
      surface: null,
      place: null,
      showsResults: false,
      videoUrl: 'media/2026-11-21 Track/film #1.mp4',
      thumbnailUrl: null,
      trainedAt: '2026-11-20T23:30:00.000Z',
      trainedZone: 'Europe/Berlin',
    },
  ]);
  const everything = [...texts.values()].join('');
  for (const words of [OWNER, id('d'), COPY, '/objects/', made.updatedAt]) {
    expect([words, everything.includes(words)]).toEqual([words, false]);
  }
  expect(texts.get('beside/account.jsonl')).toContain('ann@example.org');
});

it('names only rows of the same export, and cues by ids that any person may make', () => {
  const copy = COPY.replace('-5000', '-4000');
  expect(lines('cues')).toMatchObject([{ id: SIT }, { id: copy }]);
  expect(lines('programs')).toMatchObject([{ cueIds: [SIT, copy] }]);
  expect(lines('sets')).toMatchObject([{ cueId: null }, { cueId: copy }]);
  expect(lines('plans')).toMatchObject([{ dogId: null, videoIds: [TRACK], done: [`aaaaaaaa ${id('6')}`] }]);
});

it.each(EXPORTED_ENTITIES)('has lines of %s that fit their schema, which stands beside them', (entity) => {
  const name = exportName(entity);
  expect(lines(name).length).toBeGreaterThan(0);
  for (const line of lines(name)) expect(EXPORTED_SCHEMAS[entity].safeParse(line)).toMatchObject({ success: true });
  expect(JSON.parse(texts.get(`data/${name}.schema.json`)!)).toMatchObject({ type: 'object', properties: expect.any(Object) });
});

it('has the JSON Schemas of the contract', () => {
  const made = jsonSchemas();
  const file = new URL('./json-schemas.ts', import.meta.url);
  const [head] = readFileSync(file, 'utf8').split('{');
  if (process.env['UPDATE_SCHEMAS']) writeFileSync(file, `${head}${JSON.stringify(made)};\n`);
  // JSON says nothing of the order of fields, but lines have it.
  expect(JSON.stringify(JSON_SCHEMAS)).toBe(JSON.stringify(made));
});

it('has spreadsheets with names, which run no formula', () => {
  expect(texts.get('csv/sessions.csv')).toContain('2026-11-21,00:30,Europe/Berlin,Fly,Track');
  expect(texts.get('csv/cues.csv')).toContain("'=Sit,");
  expect(texts.get('csv/programs.csv')).toContain(`Basics,,,"'=Sit\nCopy"`);
  expect(texts.get('csv/comments.csv')).toContain('Ben </p>,Track,');
});

it('has a page without scripts, which runs nothing that a person wrote, and says what is missing', () => {
  const page = texts.get('index.html')!;
  expect(page).not.toMatch(/<script/i);
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  expect(page).toContain('src="media/2026-11-21%20Track/film%20%231.mp4"');
  expect(page).toContain('One file could not be found. One file may be damaged');
});

it('names every file with its hash', () => {
  const files = [{ name: 'index.html', size: 3, sha256: 'ab' }];
  expect(JSON.parse(manifestText(source, { exportedAt, missing, host: 'dogs.example' }, files))).toMatchObject({
    format: 1,
    ...missing,
    counts: { profile: 1, sessions: 1, sets: 2 },
    files,
  });
  expect(sumsText(files)).toBe('ab  index.html\n');
});
