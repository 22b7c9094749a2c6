import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityName } from '../contract/entities.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { deviceOf, type PullingDevice } from '../testing/pulling-device.ts';

/** Letters of many scripts, emoji of several code points, right-to-left marks, combining marks, quotes and controls. */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: maxLength / 2 }),
      fc.string({ unit: 'grapheme', maxLength: maxLength / 8 }),
      fc
        .array(
          fc.constantFrom(
            '👩‍🦰',
            '🇬🇧',
            'e\u0301',
            'é',
            '\u202Eabc\u202C',
            'שלום',
            'مرحبا',
            '\u200B',
            "'",
            '"',
            '\\',
            '\\u0000',
            '\r\n',
            '\t',
            '\u0001',
            '\uFEFF',
            '&amp;',
            '<b>',
            '𝒳',
            '%',
            '$1',
          ),
          { maxLength: 20 },
        )
        .map((parts) => parts.join('')),
    )
    .map((value) =>
      value
        .replaceAll('\0', '')
        .slice(0, maxLength)
        .replace(/\p{Surrogate}/gu, '?')
        .replace(/^\uFEFF+/, ''),
    );
const filled = (maxLength: number) => text(maxLength).filter((value) => value.trim() !== '');

describeOnBothDatabases('accepted text', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  let device: PullingDevice;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
    device = deviceOf(anna);
  });
  afterAll(() => test.close());

  const comesBack = async (entity: EntityName, path: string, payload: object) => {
    const id = randomUUID();
    expect(await anna.call('POST', path, { id, ...payload })).toMatchObject({ status: 201, body: payload });
    await device.pullAll();
    expect(device.rows<{ id: string }>(entity).find((row) => row.id === id)).toMatchObject(payload);
  };
  const runs = { numRuns: 20 };

  it('returns unchanged in sessions', () =>
    fc.assert(
      fc.asyncProperty(filled(200), text(2_000), (title, description) => comesBack('videos', '/api/videos', { title, description })),
      runs,
    ));

  it('returns unchanged in dogs', () =>
    fc.assert(
      fc.asyncProperty(filled(100), filled(100), text(2_000), fc.array(filled(100), { maxLength: 5 }), (name, breed, notes, titles) =>
        comesBack('dogs', '/api/dogs', { name, breed, notes, titles, birthdate: '2021-04-03' }),
      ),
      runs,
    ));

  it('returns unchanged in cues', () =>
    fc.assert(
      fc.asyncProperty(filled(100), text(2_000), fc.array(filled(500), { maxLength: 5 }), (name, description, steps) =>
        comesBack('cues', '/api/cues', { name, description, steps }),
      ),
      runs,
    ));

  it('returns unchanged in programs and profiles', () =>
    fc.assert(
      fc.asyncProperty(filled(100), text(2_000), async (name, goal) => {
        await comesBack('programs', '/api/programs', { name, goal });
        expect(await anna.call('PATCH', '/api/users/profile', { firstName: name, lastName: name, bio: goal })).toMatchObject({
          status: 200,
          body: { firstName: name, lastName: name, bio: goal },
        });
      }),
      runs,
    ));

  it('returns unchanged in comments', async () => {
    const { body: session } = await anna.call<{ id: string }>('POST', '/api/videos', { title: 'x' });
    await fc.assert(
      fc.asyncProperty(filled(2_000), async (content) => {
        test.clock.forward(60);
        await comesBack('comments', `/api/videos/${session.id}/comments`, { content });
      }),
      runs,
    );
  });

  it('loses only a byte order mark at its start', async () => {
    const { body } = await anna.call('POST', '/api/videos', { title: '\uFEFFHeel\uFEFFwork', description: '\uFEFF\uFEFF' });
    expect(body).toMatchObject({ title: 'Heel\uFEFFwork', description: '' });
  });
});
