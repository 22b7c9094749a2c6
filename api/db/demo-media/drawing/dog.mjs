import { blob, circle, fill, joint, line, placed, rotated, taper } from './shapes.mjs';

/** Coats of the kennel's dogs. `far` is for the legs on the far side, darker so that the near ones stand out. */
export const COATS = {
  bracken: { body: '#1f2724', far: '#151b19', mark: '#f1efe9', ear: '#151b19', ears: 'tipped', tail: 'plume', fluff: 4 },
  juno: { body: '#b27b41', far: '#8c5e30', mask: '#2b2420', ear: '#2b2420', ears: 'erect', tail: 'sabre', fluff: 0 },
  tam: { body: '#d3b06f', far: '#b08f52', ear: '#b9955a', ears: 'drop', tail: 'otter', fluff: 3 },
  pike: { body: '#a8743c', far: '#7f562b', saddle: '#26221e', mask: '#26221e', ear: '#26221e', ears: 'erect', tail: 'brush', fluff: 2 },
};

const TORSO = '-52,-74 -34,-86 0,-82 34,-92 50,-84 54,-64 40,-46 14,-46 -16,-58 -38,-54 -52,-60';
const SADDLE = '-50,-78 -34,-88 0,-84 32,-93 40,-80 22,-66 -10,-70 -34,-66';
/** The tail is drawn from its root at 0 0, pointing to the left. */
const TAILS = {
  plume: (coat) =>
    fill(coat.body, blob('6,-5 -20,-8 -46,2 -62,-4 -44,16 -16,10 6,6')) + fill(coat.mark, blob('-42,4 -52,0 -63,-5 -52,12 -43,14')),
  sabre: (coat) => fill(coat.body, blob('4,-5 -24,0 -52,-4 -24,9 4,6')),
  otter: (coat) => fill(coat.body, blob('6,-7 -24,-4 -50,2 -24,9 6,8')),
  brush: (coat) => fill(coat.saddle, blob('6,-6 -22,-2 -56,2 -24,16 6,8')),
};
const EARS = {
  tipped: '-10,-10 -11,-25 -3,-27 -9,-17 1,-14',
  erect: '-11,-8 -10,-34 -4,-28 3,-13',
  drop: '-9,-13 0,-11 2,4 -4,10 -11,2',
};
const SKULL = '-14,2 -10,-13 2,-17 11,-12 16,-6 32,-4 34,2 29,7 10,10 -4,14';

/**
 * A dog from the side, facing right, with the ground at 0 and the withers about 90 above it.
 * @param pose from `gaits.mjs`
 */
export function dog(coat, pose, { x, y, scale = 1, flip = false, carries = '' }) {
  const { pitch = 0, lift = 0, paws, head, neck, tail, jaw = 0 } = pose;
  const turned = (point) => {
    const [tx, ty] = rotated(point, pitch, [0, -66]);
    return [tx, ty - lift];
  };
  const body = (svg) => `<g transform="translate(0 ${-lift}) rotate(${pitch} 0 -66)">${svg}</g>`;
  const [frontFar, front, hindFar, hind] = paws;
  const drawn = [
    foreleg(coat.far, coat, turned([34, -56]), frontFar),
    hindleg(coat.far, coat, turned([-36, -66]), hindFar),
    placed(TAILS[coat.tail](coat), { ...xy(turned([-48, -74])), turn: tail + pitch }),
    body(torso(coat, coat.fluff)),
    hindleg(coat.body, coat, turned([-36, -66]), hind),
    foreleg(coat.body, coat, turned([34, -56]), front),
    neckAndHead(coat, turned([38, -78]), { neck, head, jaw, carries }),
  ];
  return placed(drawn.join(''), { x, y, scale, flip });
}

const xy = ([x, y]) => ({ x, y });

function torso(coat, fluff) {
  const round = `<path fill="${coat.body}" stroke="${coat.body}" stroke-width="${fluff * 2}" stroke-linejoin="round" d="${blob(TORSO)}"/>`;
  const saddle = coat.saddle ? fill(coat.saddle, blob(SADDLE)) : '';
  const chest = coat.mark ? fill(coat.mark, blob('44,-88 58,-74 54,-54 40,-44 36,-56 38,-72')) : '';
  return round + saddle + chest;
}

function foreleg(colour, coat, elbow, [px, py]) {
  const paw = [px, py];
  const wrist = joint(elbow, [px - 2, py - 5], 28, 27, -1);
  const sock = coat.mark
    ? taper(coat.mark, wrist, [px - 2, py - 5], 5, 4.5) + taper(coat.mark, [px - 2, py - 4], [paw[0] + 5, py - 3.5], 4, 3.5)
    : '';
  return (
    taper(colour, elbow, wrist, 11, 6) +
    taper(colour, wrist, [px - 2, py - 5], 5.5, 4.5) +
    taper(colour, [px - 2, py - 4], [px + 5, py - 3.5], 4, 3.5) +
    sock
  );
}

function hindleg(colour, coat, hip, [px, py, bent = 0]) {
  const hock = rotated([px - 9, py - 26], bent, [px, py - 4]);
  const knee = joint(hip, hock, 31, 27, -1);
  const sock = coat.mark
    ? taper(coat.mark, [px - 3, py - 9], [px, py - 5], 4.6, 4.5) + taper(coat.mark, [px - 1, py - 4], [px + 6, py - 3.5], 4, 3.5)
    : '';
  return (
    taper(colour, hip, knee, 19, 10) +
    taper(colour, knee, hock, 9.5, 5.5) +
    taper(colour, hock, [px, py - 5], 5, 4.5) +
    taper(colour, [px - 1, py - 4], [px + 6, py - 3.5], 4, 3.5) +
    sock
  );
}

function neckAndHead(coat, root, { neck, head, jaw, carries }) {
  const length = 38;
  const top = [root[0] + length * Math.cos((neck * Math.PI) / 180), root[1] - length * Math.sin((neck * Math.PI) / 180)];
  const ruff = coat.mark
    ? fill(
        coat.mark,
        blob([
          [root[0] + 6, root[1] - 6],
          [(root[0] + top[0]) / 2 + 9, (root[1] + top[1]) / 2],
          [root[0] + 20, root[1] + 12],
          [root[0] + 8, root[1] + 26],
          [root[0] - 2, root[1] + 10],
        ]),
      )
    : '';
  const open = jaw > 0 ? placed(fill(coat.mask ?? coat.far, blob('6,4 28,5 27,10 8,12')), { turn: jaw }) : '';
  const face = coat.mark
    ? fill(coat.mark, blob('12,-9 17,-6 32,-3.6 33.5,2 28,6.5 14,6 10,-2'))
    : coat.mask
      ? fill(coat.mask, blob('12,-10 17,-6 32,-4 34,2 29,7 12,8 8,-2'))
      : '';
  const eye = circle(coat.mask || !coat.mark ? '#14100d' : '#c98a3a', [9, -7], 1.9);
  const skull =
    open + fill(coat.body, blob(SKULL)) + face + circle('#0f1311', [32.5, -2.5], 2.9) + eye + fill(coat.ear, blob(EARS[coat.ears]));
  return taper(coat.body, root, top, 21, 12) + ruff + placed(skull + carries, { ...xy(top), turn: head });
}

/** A dumbbell between the teeth. */
export const DUMBBELL =
  line('#e9d3a1', 5, [
    [27, -4],
    [27, 14],
  ]) +
  line('#8a6a35', 9, [
    [27, -9],
    [27, -5],
  ]) +
  line('#8a6a35', 9, [
    [27, 13],
    [27, 17],
  ]);
