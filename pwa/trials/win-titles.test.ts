import { expect, it } from 'vitest';
import { mutate } from '../../sync/outbox/mutate.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { winTitles } from './win-titles.ts';

async function dogWith(...titles: string[]) {
  const [store, ports] = [await openTestStore('5b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e'), testPorts()];
  const { id: dogId } = await mutate(store, ports, 'dogs.create', {
    payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14', titles },
  });
  return {
    win: (titles: string) => winTitles(store, ports, dogId, titles),
    titles: async () => (await store.view('dogs').get(dogId))!.titles,
  };
}

it('adds a title once, whatever its case', async () => {
  const { win, titles } = await dogWith('BH');
  await win('IGP 1');
  expect(await win(' igp 1 ')).toEqual([]);
  expect(await win('')).toEqual([]);
  expect(await titles()).toEqual(['BH', 'IGP 1']);
});

it('adds several with commas between', async () => {
  const { win, titles } = await dogWith('BH');
  await win('bh, IGP 1, FH');
  expect(await titles()).toEqual(['BH', 'IGP 1', 'FH']);
});
