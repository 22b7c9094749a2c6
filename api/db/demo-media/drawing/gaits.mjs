import { mix, wave } from './shapes.mjs';

const FRONT = 38;
const HIND = -38;

/** One paw at a moment of its stride: on the ground it moves back, then it swings forward. @param duty share on the ground */
function paw(root, turns, { reach, height, duty }) {
  const phase = ((turns % 1) + 1) % 1;
  if (phase < duty) return [root + mix(reach, -reach, phase / duty), 0, 0];
  const swing = (phase - duty) / (1 - duty);
  return [root + mix(-reach, reach, swing * swing * (3 - 2 * swing)), -height * Math.sin(Math.PI * swing), -40 * Math.sin(Math.PI * swing)];
}

/** Diagonal pairs of legs move together. @param turns strides so far */
export function trot(turns, { reach = 24, height = 14, neck = 48, head = 8, tail = -8 } = {}) {
  const stride = { reach, height, duty: 0.52 };
  return {
    paws: [paw(FRONT, turns + 0.5, stride), paw(FRONT, turns, stride), paw(HIND, turns, stride), paw(HIND, turns + 0.5, stride)],
    lift: 2 + 2 * wave(turns * 2),
    neck,
    head: head + 2 * wave(turns * 2),
    tail: tail + 5 * wave(turns),
  };
}

/** Slow; moves one paw after the other. */
export function walk(turns, { neck = 40, head = 10, tail = -20, reach = 17 } = {}) {
  const stride = { reach, height: 9, duty: 0.66 };
  return {
    paws: [paw(FRONT, turns + 0.75, stride), paw(FRONT, turns + 0.25, stride), paw(HIND, turns + 0.5, stride), paw(HIND, turns, stride)],
    lift: 0.8 * wave(turns * 2),
    neck,
    head,
    tail: tail + 4 * wave(turns),
  };
}

/** Gathers all paws under the body, then stretches. */
export function gallop(turns, { neck = 26, head = 6, tail = 4 } = {}) {
  const hind = { reach: 44, height: 20, duty: 0.32 };
  const front = { reach: 42, height: 24, duty: 0.32 };
  return {
    paws: [
      paw(FRONT + 4, turns + 0.4, front),
      paw(FRONT + 6, turns + 0.52, front),
      paw(HIND, turns - 0.1, hind),
      paw(HIND + 4, turns, hind),
    ],
    pitch: 5 * wave(turns + 0.12),
    lift: 7 + 7 * wave(turns * 2 + 0.1),
    neck: neck + 5 * wave(turns + 0.3),
    head: head - 5 * wave(turns + 0.2),
    tail: tail + 10 * wave(turns + 0.2),
  };
}

/** Over a jump. @param share 0 at take-off, 1 at landing @param height of the arc */
export function leap(share, height) {
  const lift = height * 4 * share * (1 - share);
  const up = mix(-24, 22, share);
  const tuck = Math.sin(Math.PI * share);
  const fore = (more) => [mix(44, 74, share) + more, -lift - mix(24, 2, share ** 2) - 22 * tuck, 0];
  const rear = (more) => [mix(-70, -34, share) - more, -lift - mix(-4, 30, share) - 26 * tuck, mix(30, -50, share)];
  return {
    paws: [fore(-7), fore(0), rear(6), rear(0)],
    pitch: up,
    lift,
    neck: mix(44, 14, share),
    head: mix(-6, 16, share),
    tail: mix(-10, 22, share),
  };
}

export const stand = ({ neck = 50, head = 4, tail = -30, jaw = 0 } = {}) => ({
  paws: [
    [FRONT + 4, 0],
    [FRONT - 2, 0],
    [HIND + 4, 0, 0],
    [HIND - 6, 0, 0],
  ],
  neck,
  head,
  tail,
  jaw,
});

export const sit = ({ neck = 64, head = -4, tail = -18, jaw = 0, hop = 0 } = {}) => ({
  paws: [
    [34, -hop],
    [30, -hop],
    [-2, -hop * 0.2, 40],
    [-8, -hop * 0.2, 40],
  ],
  pitch: -34,
  lift: -14 + hop * 0.7,
  neck,
  head,
  tail: tail + 34,
  jaw,
});

/** A pose between two others. */
export function between(from, to, share) {
  const number = (name) => mix(from[name] ?? 0, to[name] ?? 0, share);
  return {
    paws: from.paws.map((start, leg) => [0, 1, 2].map((part) => mix(start[part] ?? 0, to.paws[leg][part] ?? 0, share))),
    ...Object.fromEntries(['pitch', 'lift', 'neck', 'head', 'tail', 'jaw'].map((name) => [name, number(name)])),
  };
}
