import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Profile } from '../../api/contract/entities/user.ts';
import { exportFiles, manifestText } from '../../api/contract/export/export-files.ts';
import { derivedId } from '../../api/contract/derived-id.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { mutate } from '../outbox/mutate.ts';
import { readDeviceExport } from '../queries/device-export.ts';
import { storedRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { type ExportedFiles, ImportRefused } from './exported-files.ts';
import { importRows } from './import-rows.ts';
import { planImport } from './plan-import.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BELLA = '22222222-2222-4222-8222-222222222222';
const KINDS = ['dogs', 'cues', 'programs', 'videos', 'comments', 'sets', 'plans', 'trials'] as const;
const HERE = 'here.example';
const THERE = 'there.example';

const profileOf = (id: string, said: Partial<Profile> = {}): Profile => ({
  id,
  email: `${id}@example.org`,
  firstName: 'Anna',
  lastName: 'Marsh',
  bio: '',
  location: null,
  sports: [],
  profileVisibility: 'private',
  profileImageUrl: null,
  isAdult: null,
  version: 1,
  ...said,
});

async function device(userId: string, said?: Partial<Profile>) {
  const store = await openTestStore(userId);
  const row = profileOf(userId, said);
  const feed = feedName('own', userId);
  await store.view('profile').put(storedRow('profile', row, feed, userId));
  await store.settings.put({ key: 'lastSyncedAt', value: 1 });
  await store.shadow.put({ entity: 'profile', id: userId, feed, row, gone: false });
  return { store, ports: testPorts() };
}

type Device = Awaited<ReturnType<typeof device>>;

/** A dog that has retired, a cue of one's own and a copied one, and what refers to them. */
async function trained({ store, ports }: Device): Promise<{ dog: string; session: string }> {
  const { id: dog } = await mutate(store, ports, 'dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2021-04-03' } });
  await mutate(store, ports, 'dogs.update', { params: { id: dog }, payload: { retiredAt: '2026-11-01T10:00:00.000Z' } });
  const { id: cue } = await mutate(store, ports, 'cues.create', { payload: { name: 'Down', steps: ['Lure', 'Hand'] } });
  const source = {
    id: '33333333-3333-4333-8333-333333333333',
    name: 'Here',
    sport: 'Obedience',
    difficulty: 'beginner',
    description: '',
    steps: [],
  };
  const { id: copy } = await mutate(store, ports, 'cues.import', { params: { cueId: source.id, id: source.id }, source });
  const { id: program } = await mutate(store, ports, 'programs.create', { payload: { name: 'Spring', dogId: dog } });
  for (const [orderIndex, cueId] of [copy, cue].entries())
    await mutate(store, ports, 'programs.addCue', { params: { id: program }, payload: { cueId, orderIndex } });
  const { id: session } = await mutate(store, ports, 'videos.create', {
    payload: { title: 'Send-away', dogId: dog, trainedAt: '2026-11-20T09:30:00.000Z', trainedZone: 'Europe/London' },
  });
  await mutate(store, ports, 'comments.create', { params: { videoId: session }, payload: { content: 'Windy' } });
  const { id: set } = await mutate(store, ports, 'sets.create', {
    payload: { videoId: session, exercise: 'Send-away', cueId: copy, startedAt: '2026-11-20T09:31:00.000Z', reps: ['rep00001 hit'] },
  });
  await mutate(store, ports, 'plans.create', {
    payload: {
      day: '2026-12-01',
      dogId: dog,
      exercises: [{ id: 'exercise', exercise: 'Down', cueId: cue }],
      videoIds: [session],
      done: [`exercise ${set}`],
    },
  });
  await mutate(store, ports, 'trials.create', { payload: { name: 'Spring trial', day: '2027-03-01', dogId: dog } });
  return { dog, session };
}

/** The export that a device makes by itself, without films. */
async function exportOf(store: Store, host = HERE): Promise<Map<string, string>> {
  const { source } = (await readDeviceExport(store))!;
  const missing = { films: false, lost: 0, damaged: [] };
  const options = { fileOf: () => null, exportedAt: new Date(0), missing, host };
  const texts = new Map<string, string>();
  for (const { name, pieces } of exportFiles(source, options)) {
    let text = '';
    for await (const piece of pieces) text += piece;
    texts.set(name, text);
  }
  return texts.set('longline.json', manifestText(source, options, []));
}

const opened = (texts: ReadonlyMap<string, string>): ExportedFiles => ({
  text: async (name) => texts.get(name) ?? null,
  has: (name) => texts.has(name),
  file: async (name) => new Blob([texts.get(name)!]),
  sha256: async (name) => createHash('sha256').update(texts.get(name)!).digest('hex'),
});

const dataOf = (texts: ReadonlyMap<string, string>) => Object.fromEntries([...texts].filter(([name]) => /^data\/.*\.jsonl$/.test(name)));

async function imported({ store, ports }: Device, texts: ReadonlyMap<string, string>) {
  const plan = await planImport(store, opened(texts), HERE);
  await importRows(store, ports, plan, { tell: () => undefined, signal: new AbortController().signal });
  return plan;
}

it('brings everything to another account elsewhere, under the same ids, and nothing twice', async () => {
  const [anna, bella] = [await device(ANNA, { bio: 'Two dogs', sports: ['Obedience'], profileVisibility: 'public' }), await device(BELLA)];
  await trained(anna);
  const texts = await exportOf(anna.store, THERE);
  const { counts, faults } = await imported(bella, texts);
  expect(faults).toEqual([]);
  expect(counts).toMatchObject({ dogs: { fresh: 1 }, cues: { fresh: 2 }, videos: { fresh: 1, here: 0, deleted: 0 }, sets: { fresh: 1 } });
  expect(dataOf(await exportOf(bella.store))).toEqual(dataOf(texts));

  const before = await bella.store.outbox.count();
  const again = await imported(bella, texts);
  expect(again.counts).toMatchObject({ dogs: { fresh: 0, here: 1 }, plans: { fresh: 0, here: 1 } });
  expect(again.profile).toEqual({});
  expect(await bella.store.outbox.count()).toBe(before);
});

it('goes on where it was stopped', async () => {
  const [anna, bella] = [await device(ANNA), await device(BELLA)];
  await trained(anna);
  const texts = await exportOf(anna.store, THERE);
  const plan = await planImport(bella.store, opened(texts), HERE);
  const stop = new AbortController();
  const { ports } = bella;
  const broken: Device['ports'] = { ...ports, now: () => (stop.abort(), ports.now()) };
  const many = {
    ...plan,
    fresh: {
      ...plan.fresh,
      trials: Array.from({ length: 40 }, (_, place) => ({ ...plan.fresh.trials[0]!, id: ports.newId(), name: `${place}` })),
    },
  };
  const told: number[] = [];
  const stopped = importRows(bella.store, broken, many, { tell: (done) => told.push(done), signal: stop.signal });
  await expect(stopped).rejects.toThrow('abort');
  const made = await Promise.all(KINDS.map((kind) => bella.store.view(kind).count()));
  // What it says to have made is there.
  expect(told).toEqual([made.reduce((sum, count) => sum + count, 0)]);
  expect(await bella.store.view('trials').count()).toBeLessThan(40);
  await imported(bella, texts);
  expect(await bella.store.view('plans').count()).toBe(1);
});

it('finds everything here when it comes back to its own log, with the copied cue', async () => {
  const anna = await device(ANNA);
  await trained(anna);
  const { counts, fresh } = await imported(anna, await exportOf(anna.store));
  expect(Object.values(fresh).flat()).toEqual([]);
  expect(counts.cues).toEqual({ fresh: 0, here: 2, deleted: 0 });
  expect(await anna.store.view('cues').get(derivedId(ANNA, '33333333-3333-4333-8333-333333333333'))).toBeDefined();
});

it('leaves deleted what was deleted here, with what belongs to it', async () => {
  const anna = await device(ANNA);
  const { dog, session } = await trained(anna);
  const texts = await exportOf(anna.store);
  const { store, ports } = anna;
  await mutate(store, ports, 'videos.delete', { params: { id: session }, payload: {} });
  await mutate(store, ports, 'dogs.delete', { params: { id: dog }, payload: {} });
  for (const each of await store.view('sets').toArray()) await store.view('sets').delete(each.id);
  for (const each of await store.view('trials').toArray()) await store.view('trials').delete(each.id);
  const { counts, fresh } = await planImport(store, opened(texts), HERE);
  expect(counts).toMatchObject({ dogs: { fresh: 0, deleted: 1 }, videos: { fresh: 0, deleted: 1 }, sets: { fresh: 0, deleted: 1 } });
  expect(fresh.trials).toMatchObject([{ name: 'Spring trial', dogId: null }]);
});

it('gives the rows of another account of the same server ids of their own, the same ones each time', async () => {
  const [anna, bella] = [await device(ANNA), await device(BELLA)];
  const { session } = await trained(anna);
  const texts = await exportOf(anna.store);
  await imported(bella, texts);
  const [copy] = await bella.store.view('videos').toArray();
  expect(copy).toMatchObject({ title: 'Send-away' });
  expect(copy!.id).not.toBe(session);
  expect(await bella.store.view('sets').toArray()).toMatchObject([{ videoId: copy!.id }]);
  const { fresh } = await imported(bella, texts);
  expect(Object.values(fresh).flat()).toEqual([]);
});

it('keeps what the profile says here', async () => {
  const [anna, bella] = [
    await device(ANNA, { bio: 'Two dogs', location: 'Kent', profileVisibility: 'public' }),
    await device(BELLA, { bio: 'One dog', firstName: null }),
  ];
  const { profile } = await planImport(bella.store, opened(await exportOf(anna.store, THERE)), HERE);
  expect(profile).toEqual({ firstName: 'Anna', location: 'Kent' });
});

it('names the lines that it cannot read, and takes the others', async () => {
  const [anna, bella] = [await device(ANNA), await device(BELLA)];
  await trained(anna);
  const texts = await exportOf(anna.store, THERE);
  const dogs = texts.get('data/dogs.jsonl')!;
  texts.set('data/dogs.jsonl', `${dogs}{"name":"\n${dogs.replace('"Fen"', '""').replace(/"id":"./, '"id":"0')}${dogs}`);
  const { faults, counts } = await planImport(bella.store, opened(texts), HERE);
  expect(faults).toEqual([
    { file: 'data/dogs.jsonl', line: 2, message: expect.any(String) },
    { file: 'data/dogs.jsonl', line: 3, message: 'name: Please enter a name' },
  ]);
  expect(counts.dogs.fresh).toBe(1);
});

it('refuses a list that is not the one which was exported, and says how many files the export lacks', async () => {
  const [anna, bella] = [await device(ANNA), await device(BELLA)];
  await trained(anna);
  const texts = await exportOf(anna.store, THERE);
  const dogs = texts.get('data/dogs.jsonl')!;
  const sha256 = createHash('sha256').update(dogs).digest('hex');
  const manifest = JSON.parse(texts.get('longline.json')!) as object;
  const files = [{ name: 'data/dogs.jsonl', size: dogs.length, sha256 }];
  texts.set('longline.json', JSON.stringify({ ...manifest, lost: 3, files }));
  expect(await planImport(bella.store, opened(texts), HERE)).toMatchObject({ absent: 3, counts: { dogs: { fresh: 1 } } });
  texts.set('data/dogs.jsonl', dogs.replace('Fen', 'Fin'));
  await expect(planImport(bella.store, opened(texts), HERE)).rejects.toThrow(new ImportRefused('altered'));
  texts.delete('data/dogs.jsonl');
  await expect(planImport(bella.store, opened(texts), HERE)).rejects.toThrow(new ImportRefused('altered'));
});

it.each([
  ['no export', new Map<string, string>(), 'no_export'],
  ['a list that is no JSON', new Map([['longline.json', '{']]), 'no_export'],
  ['a newer export', new Map([['longline.json', '{"format":2}']]), 'newer'],
])('refuses %s', async (_name, texts, reason) => {
  const { store } = await device(BELLA);
  const refused = planImport(store, opened(texts), HERE);
  await expect(refused).rejects.toThrow(new ImportRefused(reason as ImportRefused['reason']));
});
