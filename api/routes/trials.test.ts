import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Trial } from '../contract/entities/trial.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';

describeOnBothDatabases('trials', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    [ann, ben] = [await app.signIn('ann@example.org', { beta: true }), await app.signIn('ben@example.org', { beta: true })];
    await becomePartners(ann, ben);
  });
  afterAll(() => app.close());

  const trial = async (more: object = {}) =>
    (await ann.call<Trial>('POST', '/api/trials', { name: 'Spring trial', day: '2026-12-20', ...more })).body;
  const change = (id: string, patch: object) => ann.call<Trial>('PATCH', `/api/trials/${id}`, patch);
  const shownTo = async (person: TestPerson) => {
    const device = deviceOf(person);
    await device.pullAll();
    return device.rows<Trial>('trials').map(({ name }) => name);
  };

  it('are private at first, and listed for their owner', async () => {
    const made = await trial({ level: 'IGP 2', entryCloses: '2026-12-06' });
    expect(made).toMatchObject({ name: 'Spring trial', shownToPartners: false, result: null, points: null, titleWon: null, version: 1 });
    expect((await ann.call<Trial[]>('GET', '/api/trials')).body).toContainEqual(made);
    expect((await ben.call<Trial[]>('GET', '/api/trials')).body).toEqual([]);
  });

  it('reach partners only while they are shown, and leave no trace before', async () => {
    const { id } = await trial({ name: 'Hidden trial' });
    await change(id, { place: 'Hidden field' });
    const { body } = await ben.call('POST', '/api/sync', { version: 1, cursors: {} });
    expect(JSON.stringify(body)).not.toContain(id);
    expect((await ben.call('DELETE', `/api/trials/${id}`)).status).toBe(404);

    const device = deviceOf(ben);
    await device.pullAll();
    await change(id, { shownToPartners: true });
    await device.pullAll();
    expect(device.rows<Trial>('trials').map(({ name }) => name)).toEqual(['Hidden trial']);
    expect((await ben.call('PATCH', `/api/trials/${id}`, { name: 'Mine' })).status).toBe(403);

    await change(id, { shownToPartners: false, place: 'Elsewhere' });
    await device.pullAll();
    expect(device.rows('trials')).toEqual([]);
    expect(await shownTo(ben)).toEqual([]);
    expect(await shownTo(ann)).toContain('Hidden trial');
  });

  it('refuse a missing name, a day that is none, and another person’s dog', async () => {
    const dog = { name: 'Fly', breed: 'Collie', birthdate: '2021-04-03' };
    const dogId = (await ben.call<{ id: string }>('POST', '/api/dogs', dog)).body.id;
    for (const [more, fields] of [
      [{ name: ' ' }, { name: 'Please enter a name' }],
      [{ day: '2026-02-30' }, { day: 'Please enter a date' }],
      [{ points: 'many' }, { points: 'Must be a number' }],
      [{ dogId }, { dogId: 'Please choose one of your own dogs' }],
    ] as const)
      expect((await ann.call('POST', '/api/trials', { name: 'Trial', day: '2026-12-20', ...more })).body).toMatchObject({ fields });
  });

  it('leave no word for a partner who comes after they were hidden or deleted', async () => {
    const hidden = (await trial({ name: 'Hidden again', shownToPartners: true })).id;
    const deleted = (await trial({ name: 'Cancelled', shownToPartners: true })).id;
    await change(hidden, { shownToPartners: false });
    await ann.call('DELETE', `/api/trials/${deleted}`);
    const cleo = await app.signIn('cleo@example.org', { beta: true });
    await becomePartners(ann, cleo);
    const { body } = await cleo.call('POST', '/api/sync', { version: 1, cursors: {} });
    for (const word of ['Hidden again', 'Cancelled']) expect(JSON.stringify(body)).not.toContain(word);
    await ann.call('POST', `/api/trials/${deleted}/restore`);
    expect(await shownTo(cleo)).toContain('Cancelled');
  });

  it('do not tell partners the dog, which they may not know', async () => {
    const dogId = (await ann.call<{ id: string }>('POST', '/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2021-04-03' })).body.id;
    const { id } = await trial({ name: 'With Fly', dogId, shownToPartners: true });
    const device = deviceOf(ben);
    await device.pullAll();
    expect(device.rows<Trial>('trials').find((row) => row.id === id)).toMatchObject({ name: 'With Fly', dogId: null });
    expect(JSON.stringify(device.everything())).not.toContain(dogId);
  });

  it('merge results of two devices by line', async () => {
    const { id } = await trial();
    await change(id, { result: 'Tracking 92', base: { result: null } });
    const { body } = await change(id, { result: 'Obedience 88', base: { result: null } });
    expect(body.result).toBe('Obedience 88');
    await change(id, { result: 'Obedience 88\nTracking 92', base: { result: 'Obedience 88' } });
    expect((await change(id, { result: 'Obedience 88\nProtection 95', base: { result: 'Obedience 88' } })).body.result).toBe(
      'Obedience 88\nTracking 92\nProtection 95',
    );
  });
});
