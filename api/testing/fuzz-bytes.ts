/** Pseudorandom numbers: the same seed gives the same ones (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Change = (file: Buffer, random: (below: number) => number, text: string) => Buffer;

const LENGTHS = [0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xffffffff];

const CHANGES: Change[] = [
  (file, random) => {
    for (let count = 1 + random(20); count > 0; count--) file[random(file.length)] = random(256);
    return file;
  },
  // The head holds most lengths and types.
  (file, random) => {
    for (let count = 1 + random(8); count > 0; count--) file[random(Math.min(file.length, 400))] = random(256);
    return file;
  },
  (file, random) => {
    file.writeUInt32BE(LENGTHS[random(LENGTHS.length)]!, random(file.length - 4));
    return file;
  },
  (file, random) => file.subarray(0, 1 + random(file.length)),
  (file, random) => {
    const from = random(file.length);
    const piece = file.subarray(from, from + random(4_000));
    return Buffer.concat([file.subarray(0, from), piece, piece, file.subarray(from)]);
  },
  (file, random) => {
    const from = random(file.length);
    return Buffer.concat([file.subarray(0, from), file.subarray(from + random(2_000))]);
  },
  (file, random, text) => {
    file.write(text, random(Math.max(1, file.length - text.length)), 'latin1');
    return file;
  },
  (file, random, text) => Buffer.concat([file, Buffer.from(text, 'latin1'), file.subarray(random(file.length))]),
];

/** A damaged copy of a file; a seed always gives the same copy. @param text written into some copies, such as an address */
export function damage(file: Buffer, seed: number, text: string): Buffer {
  const random = randomOf(seed);
  let damaged: Buffer = Buffer.from(file);
  for (let count = 1 + random(3); count > 0; count--) {
    if (damaged.length > 8) damaged = CHANGES[random(CHANGES.length)]!(damaged, random, text);
  }
  return damaged.length > 0 ? damaged : Buffer.from([0]);
}
