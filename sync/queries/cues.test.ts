import { describe, expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { getCue, listCues } from './cues.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const HELEN = '22222222-2222-4222-8222-222222222222';

async function device() {
  const store = await openTestStore(ANNA);
  const ports = testPorts();
  const create = (name: string) => mutate(store, ports, 'cues.create', { payload: { name } });
  return { store, ports, create };
}

describe('own cues', () => {
  it('are sorted by name, with R59’s defaults and their sync state', async () => {
    const { store, create } = await device();
    for (const name of ['such', 'Away', 'Fuss']) await create(name);
    const cards = await listCues(store);
    expect(cards.map(({ cue }) => cue.name)).toEqual(['Away', 'Fuss', 'such']);
    expect(cards[0]).toMatchObject({
      cue: { sport: 'Obedience', difficulty: 'beginner', visibility: 'private', importedFromId: null },
      sync: { state: 'saved' },
    });
    expect(cards[0]?.cue).not.toHaveProperty('feed');
  });

  it('disappear when deleted and reappear when restored', async () => {
    const { store, ports, create } = await device();
    const { id } = await create('Away');
    await mutate(store, ports, 'cues.delete', { params: { id } });
    expect(await listCues(store)).toEqual([]);
    expect(await getCue(store, id)).toBeNull();
    await mutate(store, ports, 'cues.restore', { params: { id } });
    expect(await getCue(store, id)).toMatchObject({ cue: { name: 'Away' } });
  });

  it('contain one private copy of an imported cue, even if imported twice or again after deleting the copy', async () => {
    const { store, ports } = await device();
    const cueId = '33333333-3333-4333-8333-333333333333';
    const source = {
      id: cueId,
      ownerId: HELEN,
      name: 'Away',
      sport: 'Agility',
      difficulty: 'advanced',
      description: 'Send-away to a box',
      steps: ['Target mat', 'Fade the food'],
      visibility: 'public',
      importedFromId: null,
      creatorName: 'Helen Marsh',
    };
    const copy = () => mutate(store, ports, 'cues.import', { params: { cueId }, source });
    const { id } = await copy();
    await copy();
    const imported = {
      id,
      ownerId: ANNA,
      name: 'Away',
      sport: 'Agility',
      difficulty: 'advanced',
      description: 'Send-away to a box',
      steps: ['Target mat', 'Fade the food'],
      visibility: 'private',
      importedFromId: cueId,
    };
    expect((await listCues(store)).map(({ cue }) => cue)).toMatchObject([imported]);
    await mutate(store, ports, 'cues.delete', { params: { id } });
    await copy();
    expect((await listCues(store)).map(({ cue }) => cue)).toMatchObject([imported]);
  });
});
