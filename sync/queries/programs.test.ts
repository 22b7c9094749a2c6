import { describe, expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { getProgram, listPrograms } from './programs.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';

describe('own programs', () => {
  it('are listed newest first, with their dog and their cues in order', async () => {
    const store = await openTestStore(ANNA);
    const clock = { now: Date.UTC(2026, 4, 1, 9) };
    const ports = testPorts({ clock });
    const { id: dogId } = await mutate(store, ports, 'dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-03' } });
    const cues = [];
    for (const name of ['Away', 'Fuss']) cues.push((await mutate(store, ports, 'cues.create', { payload: { name } })).id);
    await mutate(store, ports, 'programs.create', { payload: { name: 'Older' } });
    clock.now += 1_000;
    const { id } = await mutate(store, ports, 'programs.create', { payload: { name: 'Newer', dogId } });
    const [away = '', fuss = ''] = cues;
    await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId: away, orderIndex: 1 } });
    await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId: fuss, orderIndex: 0 } });

    expect(await listPrograms(store)).toMatchObject([
      { program: { name: 'Newer' }, dog: { id: dogId, name: 'Fen' }, cues: [{ name: 'Fuss' }, { name: 'Away' }], sync: { state: 'saved' } },
      { program: { name: 'Older' }, dog: null, cues: [] },
    ]);

    await mutate(store, ports, 'cues.delete', { params: { id: fuss } });
    await mutate(store, ports, 'dogs.delete', { params: { id: dogId } });
    expect(await getProgram(store, id)).toMatchObject({ dog: null, cues: [{ name: 'Away' }] });
    await mutate(store, ports, 'cues.restore', { params: { id: fuss } });
    expect(await getProgram(store, id)).toMatchObject({ cues: [{ name: 'Fuss' }, { name: 'Away' }] });
    await mutate(store, ports, 'programs.delete', { params: { id } });
    expect(await getProgram(store, id)).toBeNull();
    expect(await listPrograms(store)).toHaveLength(1);
  });
});
