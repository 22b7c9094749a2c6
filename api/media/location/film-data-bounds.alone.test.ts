import { expect, test } from 'vitest';
import { sourceOf } from '../../testing/cleared-film.ts';
import { longestTurn } from '../../testing/longest-turn.ts';
import { box, mp4 } from '../../testing/sample-media.ts';
import { digestBoth } from '../uploads/digest.ts';
import { findLocation } from './find-location.ts';

/** A WebM with one subtitle track, in blocks of one byte, the smallest possible. */
function webmOfBlocks(count: number, openEnded = false): Buffer {
  const sized = (id: string, content: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(0x10000000 + content.length);
    return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
  };
  const open = (id: string) => Buffer.from(`${id}01ffffffffffffff`, 'hex');
  const header = sized('1a45dfa3', Buffer.from('4282847765626d', 'hex'));
  const tracks = sized('1654ae6b', Buffer.from('ae86d78101838111', 'hex'));
  const blocks = Buffer.alloc(3 * count, Buffer.from('a38181', 'hex'));
  return openEnded
    ? Buffer.concat([header, open('18538067'), tracks, open('1f43b675'), blocks])
    : Buffer.concat([header, sized('18538067', Buffer.concat([tracks, sized('1f43b675', blocks)]))]);
}

/** An AVI whose only stream is text, in chunks without content. */
function aviOfChunks(count: number): Buffer {
  const chunk = (name: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name, 'latin1'), size, body]);
  };
  const name = (text: string) => Buffer.from(text, 'latin1');
  const stream = chunk('LIST', name('strl'), chunk('strh', name('txts'), Buffer.alloc(44)));
  const frames = Buffer.alloc(10 * count, chunk('00tx', name('gp')));
  return chunk('RIFF', name('AVI '), chunk('LIST', name('hdrl'), stream), chunk('LIST', name('movi'), frames));
}

/** An MP4 with unknown boxes of one byte each. */
const mp4OfBoxes = (count: number) => mp4({ about: [Buffer.alloc(9 * count, box('abcd', Buffer.from('x')))] });

const formats = [
  { name: 'MP4', mediaType: 'video/mp4', film: mp4OfBoxes },
  { name: 'WebM', mediaType: 'video/webm', film: (blocks: number) => webmOfBlocks(blocks) },
  { name: 'open-ended WebM', mediaType: 'video/webm', film: (blocks: number) => webmOfBlocks(blocks, true) },
  { name: 'AVI', mediaType: 'video/vnd.avi', film: aviOfChunks },
];

test.for(formats)('refuses a $name with more pieces of data than an hour of film has', async ({ mediaType, film }) => {
  const refused = { code: 'unsupported_type', message: "This file is damaged and can't be played." };
  await expect(findLocation(sourceOf(film(400_000)), mediaType)).rejects.toMatchObject(refused);
  await expect(findLocation(sourceOf(film(150_001)), mediaType)).rejects.toMatchObject(refused);
});

test.for([
  {
    what: 'whose segment has a damaged length',
    damage: (film: Buffer) => {
      const segment = film.indexOf(Buffer.from('18538067', 'hex')) + 4;
      film.writeUInt32BE(film.readUInt32BE(segment) - 4, segment);
      return film;
    },
  },
  {
    what: 'that describes another track last',
    damage: (film: Buffer) => {
      const segment = film.indexOf(Buffer.from('18538067', 'hex')) + 4;
      film.writeUInt32BE(film.readUInt32BE(segment) + 13, segment);
      return Buffer.concat([film, Buffer.from('1654ae6b88ae86d78102838111', 'hex')]);
    },
  },
])('counts the pieces of data of a WebM $what once', async ({ damage }) => {
  expect(await findLocation(sourceOf(damage(webmOfBlocks(150_000))), 'video/webm')).toHaveLength(300_000);
});

test.for(formats)('lets other requests run while it blanks as many pieces of data as a $name may have', async ({ mediaType, film }) => {
  const source = sourceOf(film(150_000));
  const costs: number[] = [];
  for (let count = 0; count < 5; count++) {
    const { longestMs } = await longestTurn(async () => {
      const patches = await findLocation(source, mediaType);
      expect(patches).toHaveLength(300_000);
      await digestBoth(source, patches);
    });
    costs.push(longestMs);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
});
