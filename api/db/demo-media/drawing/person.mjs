import { blob, circle, fill, joint, line, placed, taper } from './shapes.mjs';

const HIP = -128;
const SHOULDER = -214;

/** Clothes of the people in the films. */
export const KATE = { coat: '#0e5a42', trousers: '#2b3530', skin: '#d9a987', hair: '#7a4a2b', cap: null };
export const SAM = { coat: '#3b4a5a', trousers: '#262b2e', skin: '#8a5a3c', hair: '#1c1614', cap: '#7a4100' };

/**
 * A person from the side, facing right, with the ground at 0 and a height of about 270: a dog of the same scale reaches
 * the knee.
 * @param turns strides so far; null stands still @param hands positions of both, relative to the shoulder
 */
export function person(clothes, turns, { x, y, scale = 1, flip = false, hands, sleeve = false }) {
  const swing = (phase) => (turns === null ? [phase ? -10 : 12, 0] : step(turns + phase));
  const stride = turns === null ? 0 : Math.sin(turns * 6.283);
  const [near, far] = hands ?? [
    [8 - 26 * stride, 84],
    [8 + 26 * stride, 84],
  ];
  const svg = [
    arm(darker(clothes.coat), clothes.skin, far, false),
    leg(darker(clothes.trousers), swing(0.5)),
    leg(clothes.trousers, swing(0)),
    fill(
      clothes.coat,
      blob([
        [-22, SHOULDER + 4],
        [0, SHOULDER - 12],
        [20, SHOULDER + 2],
        [24, SHOULDER + 50],
        [25, HIP + 14],
        [0, HIP + 20],
        [-25, HIP + 14],
        [-24, SHOULDER + 46],
      ]),
    ),
    head(clothes),
    arm(clothes.coat, clothes.skin, near, sleeve),
  ];
  return placed(svg.join(''), { x, y, scale, flip });
}

function step(turns) {
  const phase = ((turns % 1) + 1) % 1;
  if (phase < 0.58) return [40 - 80 * (phase / 0.58), 0];
  const share = (phase - 0.58) / 0.42;
  return [-40 + 80 * share, -16 * Math.sin(Math.PI * share)];
}

function leg(colour, [px, py]) {
  const ankle = [px - 4, py - 12];
  const knee = joint([0, HIP], ankle, 60, 62, -1);
  return (
    taper(colour, [0, HIP], knee, 20, 13) +
    taper(colour, knee, ankle, 13, 9) +
    fill(
      '#14100d',
      blob([
        [px - 14, py - 14],
        [px + 4, py - 12],
        [px + 22, py - 4],
        [px + 20, py],
        [px - 12, py],
        [px - 15, py - 6],
      ]),
    )
  );
}

function arm(colour, skin, [hx, hy], sleeve) {
  const shoulder = [0, SHOULDER + 6];
  const hand = [hx, SHOULDER + hy];
  const elbow = joint(shoulder, hand, 46, 44, 1);
  const padded = sleeve
    ? taper('#c9a765', elbow, hand, 19, 16) +
      line('#8a6a35', 4, [
        [elbow[0] - 4, elbow[1] - 17],
        [elbow[0] + 4, elbow[1] + 17],
      ])
    : '';
  return (
    circle(skin, hand, 8) +
    taper(colour, shoulder, elbow, 15, 11) +
    taper(colour, elbow, [(elbow[0] + hand[0] * 5) / 6, (elbow[1] + hand[1] * 5) / 6], 11, 8) +
    padded
  );
}

function head({ skin, hair, cap }) {
  const y = SHOULDER - 34;
  const top = cap
    ? fill(
        cap,
        blob([
          [-20, y - 4],
          [-16, y - 22],
          [2, y - 27],
          [18, y - 18],
          [20, y - 8],
          [36, y - 4],
          [34, y],
          [0, y - 6],
        ]),
      )
    : fill(
        hair,
        blob([
          [18, y - 8],
          [10, y - 24],
          [-8, y - 26],
          [-22, y - 12],
          [-34, y + 16],
          [-22, y + 10],
          [-14, y + 12],
          [-8, y - 6],
          [6, y - 10],
        ]),
      );
  return (
    taper(skin, [0, SHOULDER], [2, y + 8], 9, 9) +
    circle(hair, [-3, y], 19) +
    fill(
      skin,
      blob([
        [-8, y - 14],
        [12, y - 17],
        [20, y - 4],
        [24, y + 3],
        [19, y + 6],
        [16, y + 17],
        [2, y + 18],
        [-6, y + 6],
      ]),
    ) +
    top
  );
}

const darker = (colour) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.75)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
