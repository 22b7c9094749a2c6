import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cue } from '../contract/entities/cue.ts';
import type { DogAnswer } from '../contract/entities/dog.ts';
import type { Program } from '../contract/entities/program.ts';
import type { VideoAnswer } from '../contract/entities/video.ts';
import { LIST_PAGE_BYTES, STEP_MAX, STEPS_MAX, TEXT_MAX } from '../contract/limits.ts';
import { type CallAnswer, createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';

const FLY = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };
const hour = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString();

describeOnBothDatabases('lists', (open) => {
  let test: TestApp;
  let people = 0;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());
  const newPerson = async (profile: object = {}) => {
    const person = await test.signIn(`reader-${(people += 1)}@example.org`, { beta: true });
    await person.call('PATCH', '/api/users/profile', profile);
    return person;
  };
  const made = async <Row = { id: string }>(person: TestPerson, path: string, body: object = {}) =>
    (await person.call<Row>('POST', path, body)).body;

  async function walk<Row>(person: TestPerson, path: string): Promise<Row[][]> {
    const pages: Row[][] = [];
    for (let next: string | undefined = path; next; ) {
      const { body, headers }: CallAnswer<Row[]> = await person.call<Row[]>('GET', next);
      pages.push(body);
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    return pages;
  }

  it('continue after the Link header’s cursor, even between rows of the same moment, and list each row once', async () => {
    const anna = await newPerson();
    const titles = Array.from({ length: 7 }, (_, number) => `${number}`);
    for (const title of titles) await made(anna, '/api/videos', { title, trainedAt: hour(Number(title) < 4 ? 1 : 2) });
    const pages = await walk<VideoAnswer>(anna, '/api/videos?limit=3');
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flat().map(({ title }) => title))).toEqual(new Set(titles));
    expect(pages.flat().map(({ trainedAt }) => trainedAt)).toEqual([...Array<string>(3).fill(hour(2)), ...Array<string>(4).fill(hour(1))]);
  });

  it('end a page early when its rows are long, and miss none', async () => {
    const anna = await newPerson();
    // Each of these characters takes six bytes of JSON.
    const longest = (length: number) => '\u0001'.repeat(length);
    const cue = { description: longest(TEXT_MAX), steps: Array.from({ length: STEPS_MAX }, () => longest(STEP_MAX)) };
    const names = Array.from({ length: 25 }, (_, number) => `${number}`);
    for (const name of names) await made(anna, '/api/cues', { name, ...cue });
    const pages = await walk<Cue>(anna, '/api/cues');
    expect(
      pages
        .flat()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
    const sizes = pages.map((page) => JSON.stringify(page).length);
    const rowBytes = sizes.reduce((sum, size) => sum + size, 0) / names.length;
    expect(Math.max(...sizes)).toBeLessThan(LIST_PAGE_BYTES + rowBytes + 100);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(LIST_PAGE_BYTES);
  });

  it('count training days in the training’s time zone, and achievements', async () => {
    const anna = await newPerson();
    const dog = await made(anna, '/api/dogs', { ...FLY, titles: ['BH'] });
    const train = (trainedAt: string, trainedZone: string) =>
      made(anna, '/api/videos', { title: 'x', dogId: dog.id, trainedAt, trainedZone });
    await train('2026-06-30T10:00:00Z', 'Europe/London');
    await train('2026-06-30T23:30:00Z', 'Europe/London');
    await train('2026-06-30T23:30:00Z', 'America/New_York');
    const deleted = await train('2026-07-05T10:00:00Z', 'Europe/London');
    await anna.call('DELETE', `/api/videos/${deleted.id}`);
    const { body: dogs } = await anna.call<DogAnswer[]>('GET', '/api/dogs');
    // The 30th in two zones and the 1st in London; the first session and one title.
    expect(dogs).toMatchObject([{ id: dog.id, trainingDays: 2, achievements: 2 }]);
  });

  it('show partners’ sessions newest first with dog, owner and comments, and no one else’s', async () => {
    const [anna, ben, cleo, dora] = [
      await newPerson(),
      await newPerson({ firstName: 'Ben', lastName: 'Bow' }),
      await newPerson(),
      await newPerson(),
    ];
    await becomePartners(anna, ben);
    await becomePartners(cleo, anna);
    const dog = await made(ben, '/api/dogs', FLY);
    const older = await made(ben, '/api/videos', { title: 'Older', trainedAt: hour(1), dogId: dog.id });
    const newer = await made(cleo, '/api/videos', { title: 'Newer', trainedAt: hour(2) });
    await made(dora, '/api/videos', { title: 'Hidden', trainedAt: hour(3) });
    await made(anna, `/api/videos/${older.id}/comments`, { content: 'Nice' });
    const { body } = await anna.call<VideoAnswer[]>('GET', '/api/videos/partners');
    expect(body.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(body[1]).toMatchObject({ ownerName: 'Ben Bow', dogName: 'Fly', dogImage: null, commentCount: 1 });
    const pages = await walk<VideoAnswer>(anna, '/api/videos/partners?limit=1');
    expect(pages.flat().map(({ id }) => id)).toEqual([newer.id, older.id]);
    const upTo = (moment: string) => walk<VideoAnswer>(anna, `/api/videos/partners?limit=1&before=${encodeURIComponent(moment)}`);
    expect((await upTo(hour(2))).flat().map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect((await upTo(hour(1))).flat().map(({ id }) => id)).toEqual([older.id]);
    expect((await anna.call('GET', '/api/videos/partners?before=yesterday')).status).toBe(400);
  });

  it('find people by the beginning of a name or a dog’s name, ignoring case and accents', async () => {
    const zoe = await newPerson({ firstName: 'Zoë', lastName: 'O’Brien-Müller', profileVisibility: 'public' });
    const dog = await made(zoe, '/api/dogs', { ...FLY, name: 'Ængus Çelik' });
    const anna = await newPerson();
    const found = async (query: string) =>
      (await anna.call<{ id: string }[]>('GET', `/api/users/search?query=${encodeURIComponent(query)}`)).body.map(({ id }) => id);
    for (const query of ['zoe', 'ZOË', 'zo', 'brien', 'mull', 'zoe mül', 'celik', 'çel', 'müller zoe', 'zo zoe', 'ZO% _brien', 'zoe\\'])
      expect(await found(query), query).toEqual([zoe.userId]);
    for (const query of ['oe', 'ller', 'zoe anna', '', ' ', '!!', '%', '_', '_oe', '%oe', 'z_e', 'z%e', '\\', zoe.email])
      expect(await found(query), query).toEqual([]);
    await zoe.call('PATCH', `/api/dogs/${dog.id}`, { name: 'Quixote' });
    expect(await found('celik')).toEqual([]);
    expect(await found('quix')).toEqual([zoe.userId]);
    await zoe.call('DELETE', `/api/dogs/${dog.id}`);
    expect(await found('quix')).toEqual([]);
    await zoe.call('PATCH', '/api/users/profile', { profileVisibility: 'private' });
    expect(await found('zoe')).toEqual([]);
  });

  it('include a found person’s dogs, never their email, and never the searcher', async () => {
    const anna = await newPerson({ firstName: 'Xanthe', lastName: 'Able', profileVisibility: 'public' });
    await made(anna, '/api/dogs', FLY);
    test.clock.forward(1);
    await made(anna, '/api/dogs', { ...FLY, name: 'Jess' });
    const ben = await newPerson();
    const { body } = await ben.call<object[]>('GET', '/api/users/search?query=xanthe');
    expect(body).toMatchObject([{ id: anna.userId, dogNames: ['Fly', 'Jess'] }]);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await anna.call('GET', '/api/users/search?query=xanthe')).body).toEqual([]);
  });

  it('browse public profiles by name, county and sport', async () => {
    const name = `Filter${people}`;
    const one = await newPerson({
      firstName: name,
      lastName: 'A',
      profileVisibility: 'public',
      location: 'Kent',
      sports: ['Agility', 'Rally'],
    });
    const other = await newPerson({ firstName: name, lastName: 'B', profileVisibility: 'public', location: 'Devon', sports: ['Rally'] });
    await newPerson({ firstName: name, lastName: 'C', location: 'Kent', sports: ['Rally'] });
    const browse = async (filters: string) =>
      (await one.call<{ id: string }[]>('GET', `/api/community/browse?search=${name}${filters}`)).body.map(({ id }) => id);
    expect(await browse('')).toEqual([one.userId, other.userId]);
    expect(await browse('&county=all&sport=all')).toEqual([one.userId, other.userId]);
    expect(await browse('&county=Kent')).toEqual([one.userId]);
    expect(await browse('&sport=Rally')).toEqual([one.userId, other.userId]);
    expect(await browse('&county=Devon&sport=Agility')).toEqual([]);
    const pages = await walk<{ id: string }>(one, `/api/community/browse?search=${name}&limit=1`);
    expect(pages.flat().map(({ id }) => id)).toEqual([one.userId, other.userId]);
  });

  it('hide bio and sports of a private profile', async () => {
    const anna = await newPerson({ firstName: 'Pia', lastName: 'Private', bio: 'Collies', sports: ['Rally'], location: 'Kent' });
    const ben = await newPerson();
    const { body } = await ben.call('GET', `/api/users/${anna.userId}`);
    expect(body).toMatchObject({ firstName: 'Pia', location: 'Kent', bio: null, sports: null });
    expect((await ben.call('GET', `/api/users/${randomUUID()}`)).status).toBe(404);
  });

  it('show public cues to everyone and cues for friends to partners, filtered on request', async () => {
    const [anna, ben] = [await newPerson({ firstName: 'Cue', lastName: 'Maker' }), await newPerson()];
    const name = `Spin${people}`;
    const open = await made<Cue>(anna, '/api/cues', { name, sport: 'Agility', description: 'Turn on the spot', visibility: 'public' });
    const friends = await made<Cue>(anna, '/api/cues', { name, visibility: 'friends' });
    await made(anna, '/api/cues', { name });
    const ids = async (person: TestPerson, path: string) => (await person.call<Cue[]>('GET', path)).body.map(({ id }) => id);
    expect(await ids(ben, `/api/cues/public?search=${name}`)).toEqual([open.id]);
    expect(await ids(ben, `/api/cues/public?search=${name}%20spot&sport=Agility&difficulty=beginner`)).toEqual([open.id]);
    expect(await ids(ben, `/api/cues/public?search=${name}&sport=Rally`)).toEqual([]);
    expect(await ids(ben, '/api/cues/partners')).toEqual([]);
    await becomePartners(anna, ben);
    expect((await ben.call('GET', '/api/cues/partners')).body).toMatchObject([{ id: friends.id, creatorName: 'Cue Maker' }]);
  });

  it('import a cue once, as the importer’s private copy', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const source = await made<Cue>(anna, '/api/cues', { name: 'Here', steps: ['Call', 'Wait'], visibility: 'public' });
    const first = await ben.call<Cue>('POST', `/api/cues/${source.id}/import`);
    expect(first).toMatchObject({
      status: 201,
      body: { ownerId: ben.userId, visibility: 'private', steps: ['Call', 'Wait'], importedFromId: source.id },
    });
    expect(await ben.call('POST', `/api/cues/${source.id}/import`)).toMatchObject({ status: 200, body: first.body });
    await ben.call('DELETE', `/api/cues/${first.body.id}`);
    const again = await ben.call<Cue>('POST', `/api/cues/${source.id}/import`);
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, deletedAt: null } });
    expect(again.body.version).toBeGreaterThan(first.body.version);
    expect((await ben.call<Cue[]>('GET', '/api/cues')).body).toHaveLength(1);
  });

  it('keep a program’s cues in order when cues are added, moved, reordered and removed', async () => {
    const anna = await newPerson();
    const program = await made<Program>(anna, '/api/programs', { name: 'Spring' });
    const [sit, stay, here] = [
      await made(anna, '/api/cues', { name: 'Sit' }),
      await made(anna, '/api/cues', { name: 'Stay' }),
      await made(anna, '/api/cues', { name: 'Here' }),
    ];
    const path = `/api/programs/${program.id}/cues`;
    for (const [orderIndex, { id }] of [sit, stay, here].entries()) await made(anna, path, { cueId: id, orderIndex });
    const order = async () => (await anna.call<{ cueId: string }[]>('GET', path)).body.map(({ cueId }) => cueId);
    expect(await order()).toEqual([sit.id, stay.id, here.id]);
    await made(anna, path, { cueId: sit.id, orderIndex: 5 });
    expect(await order()).toEqual([stay.id, here.id, sit.id]);
    await anna.call('PUT', path, { cueIds: [here.id, stay.id] });
    expect(await order()).toEqual([here.id, stay.id, sit.id]);
    await anna.call('DELETE', `${path}/${stay.id}`);
    expect(await order()).toEqual([here.id, sit.id]);
    await anna.call('PUT', path, { cueIds: [stay.id, sit.id, here.id] });
    expect(await order()).toEqual([sit.id, here.id]);
  });

  it('place a cue of a program where orderIndex says, and number all from 0 without gaps', async () => {
    const anna = await newPerson();
    const program = await made<Program>(anna, '/api/programs', { name: 'Spring' });
    const [sit, stay, here] = [
      await made(anna, '/api/cues', { name: 'Sit' }),
      await made(anna, '/api/cues', { name: 'Stay' }),
      await made(anna, '/api/cues', { name: 'Here' }),
    ];
    const path = `/api/programs/${program.id}/cues`;
    const cues = async () => (await anna.call<Program['cues']>('GET', path)).body;
    const inOrder = (...rows: { id: string }[]) => rows.map(({ id }, orderIndex) => ({ cueId: id, orderIndex }));

    for (const { id } of [sit, stay, here]) await made(anna, path, { cueId: id, orderIndex: 0 });
    expect(await cues()).toEqual(inOrder(here, stay, sit));
    await made(anna, path, { cueId: sit.id, orderIndex: 1 });
    expect(await cues()).toEqual(inOrder(here, sit, stay));
    await made(anna, path, { cueId: here.id, orderIndex: 700 });
    expect(await cues()).toEqual(inOrder(sit, stay, here));
    const removed = await anna.call<Program>('DELETE', `${path}/${sit.id}`);
    expect(removed.body.cues).toEqual(inOrder(stay, here));
    expect(await cues()).toEqual(inOrder(stay, here));
  });

  it('leave out a deleted cue of a program until it is restored, and count orderIndex without it', async () => {
    const anna = await newPerson();
    const program = await made<Program>(anna, '/api/programs', { name: 'Spring' });
    const [sit, stay, here, down] = [
      await made(anna, '/api/cues', { name: 'Sit' }),
      await made(anna, '/api/cues', { name: 'Stay' }),
      await made(anna, '/api/cues', { name: 'Here' }),
      await made(anna, '/api/cues', { name: 'Down' }),
    ];
    const path = `/api/programs/${program.id}/cues`;
    const cues = async () => (await anna.call<Program['cues']>('GET', path)).body;
    const inOrder = (...rows: { id: string }[]) => rows.map(({ id }, orderIndex) => ({ cueId: id, orderIndex }));
    for (const [orderIndex, { id }] of [sit, stay, here].entries()) await made(anna, path, { cueId: id, orderIndex });

    await anna.call('DELETE', `/api/cues/${sit.id}`);
    expect(await cues()).toEqual(inOrder(stay, here));
    await made(anna, path, { cueId: down.id, orderIndex: 1 });
    expect(await cues()).toEqual(inOrder(stay, down, here));
    await anna.call('POST', `/api/cues/${sit.id}/restore`);
    expect(await cues()).toEqual(inOrder(sit, stay, down, here));
  });
});
