import { expect, test } from 'vitest';
import { sourceOf } from '../../testing/cleared-film.ts';
import { longestTurn } from '../../testing/longest-turn.ts';
import { box, locationTrack, mp4 } from '../../testing/sample-media.ts';
import { findLocation } from './find-location.ts';

test.each([
  ['in order', (chunk: number) => 100 + 2 * chunk],
  ['in any order', (chunk: number) => 100 + 2 * ((chunk * 104_729) % 300_000)],
])('lets other requests run while it blanks as many positions as a file may name, %s', async (_order, offsetOf) => {
  const film = sourceOf(mp4({ size: 2_000_000, about: [locationTrack(300_000, 1, offsetOf)] }));
  const costs: number[] = [];
  for (let count = 0; count < 5; count++) {
    const { longestMs } = await longestTurn(async () => expect(await findLocation(film, 'video/mp4')).toHaveLength(300_000));
    costs.push(longestMs);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
});

test('refuses a HEIC with millions of extents that take no bytes, before they hold up other requests', async () => {
  const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const item = (_: unknown, id: number) => Buffer.concat([u16(id), u16(0), u16(65_535)]);
  const places = box('iloc', Buffer.from([0, 0, 0, 0, 0, 0]), u16(10_000), ...Array.from({ length: 10_000 }, item));
  const kinds = box('iinf', Buffer.alloc(4), u16(1), box('infe', Buffer.from([2, 0, 0, 0, 255, 255, 0, 0]), Buffer.from('Exif\0\0')));
  const file = sourceOf(Buffer.concat([box('ftyp', Buffer.from('heic')), box('meta', Buffer.alloc(4), kinds, places)]));
  const { longestMs } = await longestTurn(() =>
    expect(findLocation(file, 'image/heic')).rejects.toMatchObject({ code: 'unsupported_type', message: expect.stringContaining('HEIC') }),
  );
  expect(longestMs).toBeLessThan(50);
});
