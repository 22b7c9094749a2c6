import { describe, expect, it } from 'vitest';
import { mutate } from '../../../sync/outbox/mutate.ts';
import { getProgram } from '../../../sync/queries/programs.ts';
import { listQueue } from '../../../sync/testing/list-queue.ts';
import { entryWords } from '../../sync-tray/record-words.ts';
import { createTestWorld, lost } from '../../../sync/testing/test-world.ts';
import { formOf, patchOf } from './program-form.ts';
import { createProgram, updateProgram } from './save-program.ts';

const world = await createTestWorld();
let trainers = 0;

/** A phone with three cues, Away, Fuss and Hold, made offline. */
async function phoneWithCues() {
  const person = await world.person(`trainer${(trainers += 1)}@example.org`);
  const phone = await world.device(person);
  const cues: Record<string, string> = {};
  for (const name of ['Away', 'Fuss', 'Hold']) cues[name] = (await phone.mutate('cues.create', { payload: { name } })).id;
  const ids = (...names: string[]) => names.map((name) => cues[name] ?? '');
  const id = phone.ports.newId();
  const create = (...names: string[]) =>
    createProgram(phone.store, phone.ports, id, { name: 'Class C', dogId: '', goal: ' ', cueIds: ids(...names) }, 'programs.create');
  const onServer = async () => {
    const programs = (await (await person.get('/api/programs')).json()) as {
      id: string;
      name: string;
      goal: string | null;
      cues: { cueId: string }[];
    }[];
    return programs.map((program) => ({
      ...program,
      cues: program.cues.map(({ cueId }) => Object.keys(cues).find((name) => cues[name] === cueId)),
    }));
  };
  const names = async () => (await getProgram(phone.store, id))?.cues.map(({ name }) => name);
  const edit = async (name: string, ...cueNames: string[]) => {
    const card = await getProgram(phone.store, id);
    if (!card) throw new Error('no program');
    const before = formOf(card);
    const values = { ...before, name, cueIds: ids(...cueNames) };
    return updateProgram(phone.store, phone.ports, {
      seen: card.program,
      seenCueIds: before.cueIds,
      patch: patchOf(values, ['name']),
      cueIds: values.cueIds,
      clearDraft: 'programs.update',
    });
  };
  return { phone, id, ids, create, edit, names, onServer };
}

describe('new program with cues', () => {
  it('is queued at once and arrives complete and in order', async () => {
    const { phone, create, names, onServer } = await phoneWithCues();
    expect(await create('Hold', 'Away')).toHaveLength(3);
    expect(await names()).toEqual(['Hold', 'Away']);
    // Each entry is distinguishable in the queue.
    expect((await listQueue(phone.store)).map(entryWords)).toEqual(
      expect.arrayContaining(['New program “Class C”', 'Cue “Hold” added to program “Class C”', 'Cue “Away” added to program “Class C”']),
    );
    await phone.sync();
    expect(await onServer()).toMatchObject([{ name: 'Class C', goal: null, cues: ['Hold', 'Away'] }]);
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('leaves nothing behind when queueing fails', async () => {
    const { phone, id, ids } = await phoneWithCues();
    const values = { name: 'Class C', dogId: '', goal: '', cueIds: ids('Away') };
    const failing = createProgram(phone.store, { ...phone.ports, newId: failsAfter(1, phone.ports.newId) }, id, values, 'programs.create');
    await expect(failing).rejects.toThrow('no more ids');
    expect(await getProgram(phone.store, id)).toBeNull();
    expect((await phone.store.outbox.toArray()).map(({ call }) => call)).toEqual(['cues.create', 'cues.create', 'cues.create']);
  });

  it('is created once, with each cue once, if an answer is lost', async () => {
    const { phone, create, onServer } = await phoneWithCues();
    await create('Away', 'Fuss', 'Hold');
    let answers = 0;
    phone.connection.carry = async (request, pass) => {
      const answer = await pass();
      return request.path === '/api/batch' && (answers += 1) === 1 ? lost() : answer;
    };
    await phone.sync();
    expect(await phone.store.outbox.count()).toBeGreaterThan(0);
    phone.clock.now += 60_000;
    await phone.sync();
    expect(await onServer()).toMatchObject([{ name: 'Class C', cues: ['Away', 'Fuss', 'Hold'] }]);
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('leaves out a cue that was deleted while the dialog was open', async () => {
    const { phone, ids, create, onServer } = await phoneWithCues();
    await mutate(phone.store, phone.ports, 'cues.delete', { params: { id: ids('Fuss')[0] ?? '' } });
    await create('Away', 'Fuss', 'Hold');
    await phone.sync();
    expect(await onServer()).toMatchObject([{ cues: ['Away', 'Hold'] }]);
  });
});

describe('edited program', () => {
  it('removes, adds and reorders cues, here and on the server', async () => {
    const { phone, create, edit, names, onServer } = await phoneWithCues();
    await create('Away', 'Fuss');
    await phone.sync();
    await edit('Class C by spring', 'Hold', 'Away');
    expect(await names()).toEqual(['Hold', 'Away']);
    expect((await listQueue(phone.store)).map(entryWords)).toContain('Cue “Fuss” removed from program “Class C by spring”');
    await phone.sync();
    expect(await onServer()).toMatchObject([{ name: 'Class C by spring', cues: ['Hold', 'Away'] }]);
  });

  it('queues nothing if nothing changed, and no reordering if cues were only appended', async () => {
    const { phone, create, edit } = await phoneWithCues();
    await create('Away', 'Fuss');
    await phone.sync();
    await edit('Class C', 'Away', 'Fuss');
    expect(await phone.store.outbox.count()).toBe(0);
    await edit('Class C', 'Away', 'Fuss', 'Hold');
    expect((await phone.store.outbox.toArray()).map(({ call }) => call)).toEqual(['programs.addCue']);
  });
});

const failsAfter = (times: number, newId: () => string) => {
  let left = times;
  return () => {
    if ((left -= 1) < 0) throw new Error('no more ids');
    return newId();
  };
};
