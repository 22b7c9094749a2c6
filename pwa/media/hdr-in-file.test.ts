import { describe, expect, it } from 'vitest';
import { hdrTransferInFile } from './hdr-in-file.ts';

const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

function box(type: string, ...contents: number[][]): number[] {
  const content = contents.flat();
  const size = content.length + 8;
  return [size >>> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255, ...latin(type), ...content];
}

/** A box with a size of 64 bits, as the frames of a long film have. */
const longBox = (type: string, content: number[]) => [0, 0, 0, 1, ...latin(type), 0, 0, 0, 0, 0, 0, 0, content.length + 16, ...content];

const colr = (transfer: number, kind = 'nclx') => box('colr', latin(kind), [0, 9, 0, transfer, 0, 9]);
const track = (...description: number[][]) =>
  box('trak', box('tkhd', [1, 2, 3]), box('mdia', box('minf', box('stbl', box('stsd', [0, 0, 0, 0], ...description)))));
const file = (...boxes: number[][]) => new Blob([new Uint8Array(boxes.flat())]);

const SOUND = track(box('mp4a', [0, 0]));
const FRAMES = longBox('mdat', latin('colrnclx\0\x09\0\x12'));

describe('the transfer function in a film’s file', () => {
  it.for([
    ['HLG', colr(18), 'hlg'],
    ['PQ', colr(16), 'pq'],
    ['HLG, as QuickTime names it', colr(18, 'nclc'), 'hlg'],
    ['SDR', colr(1), null],
    ['an ICC profile', colr(18, 'prof'), null],
  ] as const)('is found for %s', async ([, description, expected]) => {
    const film = file(box('ftyp', latin('isom')), FRAMES, box('moov', SOUND, track(box('hvc1', description))));
    expect(await hdrTransferInFile(film)).toBe(expected);
  });

  it('is found in a box that reaches to the end of the file', async () => {
    const moov = box('moov', track(box('hvc1', colr(18))));
    expect(await hdrTransferInFile(file(box('ftyp'), [0, 0, 0, 0, ...moov.slice(4)]))).toBe('hlg');
  });

  it('is null for other formats, cut files and endless empty boxes', async () => {
    const film = [...box('ftyp'), ...box('moov', track(box('hvc1', colr(18))))];
    const others = [
      file([0x1a, 0x45, 0xdf, 0xa3, ...latin('webm')]),
      file(),
      file(film.slice(0, -30)),
      file(Array.from({ length: 3_000 }, () => box('free')).flat(), film),
    ];
    for (const other of others) expect(await hdrTransferInFile(other)).toBeNull();
  });
});
