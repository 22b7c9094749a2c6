import { describe, expect, test } from 'vitest';
import { toneMapper } from './tone-map.ts';

/** BT.2100's codes, from 0 to 1,023, for light of 0, 51 and 203 nits, and for the encoding's brightest light. */
const CODES = { hlg: [0, 512, 767, 1_023], pq: [0, 452, 594, 1_023] } as const;

describe.for(['hlg', 'pq'] as const)('%s', (transfer) => {
  const sdrOf = toneMapper(transfer, 1_024);
  const grey = (code: number) => sdrOf(code, code, code).map((value) => Math.round(value * 255));
  const [black, quarter, white, brightest] = CODES[transfer];

  test('keeps black and dark greys, and leaves room above white', () => {
    expect(grey(black)).toEqual([0, 0, 0]);
    // A quarter of white: SDR encodes it as 255 × 0.25^(1/2.4) = 143.
    for (const value of grey(quarter)) expect(Math.abs(value - 143)).toBeLessThanOrEqual(1);
    for (const value of grey(white)) expect(Math.abs(value - 220)).toBeLessThanOrEqual(1);
    expect(grey(brightest)[0]).toBeGreaterThan(grey(white)[0]! + 20);
    expect(grey(brightest)[0]).toBeLessThanOrEqual(255);
  });

  test('never makes a brighter grey darker', () => {
    const greys = Array.from({ length: 1_024 }, (_, code) => sdrOf(code, code, code)[1]);
    expect(greys).toEqual(greys.toSorted((a, b) => a - b));
  });

  test('keeps the hue of colours above white, and stays within SDR for colours that SDR lacks', () => {
    const [red, green, blue] = sdrOf(white, quarter, black);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    for (const value of sdrOf(0, 1_023, 0)) expect(value).toBeGreaterThanOrEqual(0);
    for (const value of sdrOf(0, 1_023, 0)) expect(value).toBeLessThanOrEqual(1);
  });
});
