import { expect, it } from 'vitest';
import { newRow } from '../media/store-file.ts';
import { readStatus } from '../status/sync-total.ts';
import { saveObjectPath } from '../transfers/save-object-path.ts';
import { createTestWorld, type TestDevice } from '../testing/test-world.ts';
import { importRows } from './import-rows.ts';
import { planLines } from './plan-import.ts';

const world = await createTestWorld();

const [DOG, SESSION, COMMENT, PROGRAM, CUE] = Array.from({ length: 5 }, (_, at) => `${at + 1}1111111-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
  string,
  string,
];
const LINES: Parameters<typeof planLines>[1] = {
  dogs: [{ id: DOG, name: 'Fen', breed: 'Collie', birthdate: '2021-04-03', retiredAt: '2026-11-01T10:00:00.000Z', image: null }],
  cues: [{ id: CUE, name: 'Down' }],
  programs: [{ id: PROGRAM, name: 'Spring', cueIds: [CUE] }],
  videos: [{ id: SESSION, title: 'Track', dogId: DOG, videoUrl: null, thumbnailUrl: null }],
  comments: [{ id: COMMENT, videoId: SESSION, content: 'Windy' }],
};
const NO_STOP = { tell: () => undefined, signal: new AbortController().signal };

const pathOf = (letter: string) => `/objects/${letter.repeat(43)}`;
const importOn = async ({ store, ports }: TestDevice) => importRows(store, ports, await planLines(store, LINES, []), NO_STOP);

async function settle(...devices: TestDevice[]) {
  for (let round = 0; round < 4; round += 1) {
    for (const device of devices) {
      device.clock.now += 600_000;
      await device.sync();
    }
  }
}

it('leaves what is there when a second device imports the same, not knowing of the first', async () => {
  const person = await world.person('import@example.org');
  const [phone, tablet] = [await world.device(person), await world.device(person)];
  await settle(phone, tablet);
  await importOn(phone);
  await phone.sync();
  await phone.mutate('videos.update', { params: { id: SESSION }, payload: { title: 'Track, wet' } });
  await phone.mutate('programs.removeCue', { params: { id: PROGRAM, cueId: CUE }, payload: {} });
  await phone.mutate('dogs.update', { params: { id: DOG }, payload: { retiredAt: null } });
  await phone.sync();

  await importOn(tablet);
  await settle(tablet, phone);
  for (const { store } of [phone, tablet]) {
    expect(await readStatus(store)).toMatchObject({ pending: 0, refused: 0, failed: 0 });
    expect(await store.view('videos').toArray()).toMatchObject([{ title: 'Track, wet' }]);
    expect(await store.view('dogs').toArray()).toMatchObject([{ retiredAt: null }]);
    expect(await store.view('programs').toArray()).toMatchObject([{ cues: [] }]);
    expect(await store.view('comments').toArray()).toHaveLength(1);
    expect(await store.view('conflicts').count()).toBe(0);
  }
});

it('keeps what the person edits on the second device meanwhile', async () => {
  const person = await world.person('edits@example.org');
  const [phone, tablet] = [await world.device(person), await world.device(person)];
  await settle(phone, tablet);
  const ids = { dog: phone.ports.newId(), session: phone.ports.newId() };
  const lines: typeof LINES = {
    dogs: [{ ...LINES.dogs![0]!, id: ids.dog }],
    videos: [{ ...LINES.videos![0]!, id: ids.session, dogId: ids.dog }],
  };
  for (const { store, ports } of [phone, tablet]) await importRows(store, ports, await planLines(store, lines, []), NO_STOP);
  await tablet.mutate('dogs.update', { params: { id: ids.dog }, payload: { name: 'Fen II' } });
  await phone.mutate('videos.update', { params: { id: ids.session }, payload: { title: 'Track, wet' } });
  await tablet.mutate('videos.update', { params: { id: ids.session }, payload: { description: 'Wind' } });
  await settle(phone, tablet, phone);
  for (const { store } of [phone, tablet]) {
    expect(await readStatus(store)).toMatchObject({ pending: 0, refused: 0, failed: 0 });
    expect(await store.view('dogs').get(ids.dog)).toMatchObject({ name: 'Fen II', retiredAt: '2026-11-01T10:00:00.000Z' });
    expect(await store.view('videos').get(ids.session)).toMatchObject({ title: 'Track, wet', description: 'Wind' });
  }
});

it('leaves the film that a row has by the time an imported one arrives', async () => {
  const { store, ports, mutate } = await world.device(await world.person('film@example.org'));
  const { id } = await mutate('videos.create', { payload: { title: 'Track' } });
  const there = pathOf('a');
  const row = await store.view('videos').get(id);
  await store.view('videos').put({ ...row!, videoUrl: there });
  await store.outbox.clear();
  const media = { ...newRow('imported', 3, 'film.mp4', 'video/mp4', 'videos', 1), entityId: id };
  await store.media.add({ ...media, imported: true });
  await saveObjectPath(store, ports, 'imported', pathOf('b'));
  expect(await store.outbox.count()).toBe(0);
  await store.media.add({ ...media, id: 'chosen' });
  await saveObjectPath(store, ports, 'chosen', pathOf('c'));
  expect((await store.outbox.toArray()).map(({ payload }) => payload['videoUrl'])).toEqual([pathOf('c')]);
});

it('refuses before the device has read the log', async () => {
  const device = await world.device(await world.person('unread@example.org'));
  await expect(importOn(device)).rejects.toThrow('not_read_yet');
});
