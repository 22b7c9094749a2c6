import { blob, circle, ellipse, fill, line, rect } from './shapes.mjs';

export const WIDTH = 960;
export const HEIGHT = 540;

const PALETTES = {
  grass: { sky: '#cfdad9', far: '#b2c2bc', hills: '#4c6655', ground: '#7b9671', stripe: '#86a07d' },
  evening: { sky: '#e4ddcb', far: '#c3bfa9', hills: '#5a6a52', ground: '#7f9468', stripe: '#8a9e73' },
  stubble: { sky: '#d6dad3', far: '#b9c0b2', hills: '#4c6655', ground: '#c6b07a', stripe: '#b99f66' },
};

export const frame = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`;

/** Hills as a wave that repeats, so that the camera can move any distance. */
function hills(colour, top, swing, length, shift) {
  const points = [];
  for (let x = -length; x <= WIDTH + length; x += 24) {
    const turns = (x + shift) / length;
    points.push(`${x} ${(top - swing * (Math.sin(turns * 6.283) + 0.5 * Math.sin(turns * 12.566 + 1))).toFixed(1)}`);
  }
  return fill(colour, `M${points.join('L')}V300H${-length}Z`);
}

/** A mown field with hills behind. @param camera how far it has moved to the right, in pixels of the ground */
export function field(camera, kind = 'grass') {
  const { sky, far, hills: near, ground, stripe } = PALETTES[kind];
  const bands = [
    [226, 30],
    [300, 52],
    [404, 76],
  ].map(([y, height]) => rect(stripe, 0, y, WIDTH, height));
  const tufts = kind === 'stubble' ? stubble(camera) : grass(camera);
  return [
    rect(sky, 0, 0, WIDTH, HEIGHT),
    hills(far, 158, 16, 640, camera * 0.06),
    hills(near, 184, 10, 430, camera * 0.14),
    rect(ground, 0, 200, WIDTH, HEIGHT - 200),
    ...bands,
    tufts,
  ].join('');
}

/** The screen positions (x) of things that repeat every `gap` pixels. */
function repeated(camera, gap, offset) {
  const first = Math.floor((camera - offset) / gap) * gap + offset;
  return Array.from({ length: Math.ceil(WIDTH / gap) + 3 }, (_, index) => first + index * gap - gap - camera);
}

const grass = (camera) =>
  [
    [258, 310, 0.7],
    [352, 420, 0.9],
    [496, 520, 1.3],
  ]
    .map(([y, gap, speed]) =>
      repeated(camera * speed, gap, y)
        .map((x) =>
          line('#6c8763', 3, [
            [x, y - 9],
            [x + 3, y],
            [x + 9, y - 7],
          ]),
        )
        .join(''),
    )
    .join('');

const stubble = (camera) =>
  [
    [240, 46, 0.6],
    [290, 60, 0.72],
    [352, 76, 0.9],
    [506, 110, 1.25],
  ]
    .map(([y, gap, speed]) =>
      repeated(camera * speed, gap, y)
        .map((x) =>
          line('#a98e55', 3, [
            [x, y],
            [x + 4, y - 12],
          ]),
        )
        .join(''),
    )
    .join('');

export const shadow = (x, y, width) => ellipse('#3b4741" fill-opacity="0.28', [x, y], [width, width * 0.1]);

/** A hurdle as at trials, from the side: two posts and its bars. */
export function jump(x, y, height) {
  const bars = [height, height * 0.55].map(
    (up) =>
      line('#f5f6f2', 7, [
        [x - 34, y + 14 - up],
        [x + 34, y - 14 - up],
      ]) +
      line('#0e5a42', 7, [
        [x - 12, y + 5 - up],
        [x + 12, y - 5 - up],
      ]),
  );
  return {
    back: rect('#e3e6de', x + 30, y - 20 - height - 26, 9, height + 26),
    front: bars.join('') + rect('#f5f6f2', x - 40, y + 14 - height - 26, 10, height + 30),
  };
}

export const pole = (x, y, height) =>
  rect('#f5f6f2', x - 5, y - height, 10, height) + rect('#0e5a42', x - 5, y - height * 0.82, 10, height * 0.2);

/** A plain box with a hole in its lid. */
export const box = (x, y, size) =>
  fill('#b58f5c', `M${x - size} ${y - size}h${size * 2}v${size}h${-size * 2}z`) +
  fill('#cba873', `M${x - size} ${y - size}l${size * 0.35} ${-size * 0.42}h${size * 1.5}l${size * 0.15} ${size * 0.42}z`) +
  ellipse('#5d4522', [x + size * 0.08, y - size * 1.21], [size * 0.3, size * 0.1]);

/** A blind: the tent behind which the helper stands. */
export const blind = (x, y, height) =>
  fill('#31493c', `M${x} ${y - height}L${x - height * 0.5} ${y}h${height}z`) +
  fill('#22332a', `M${x} ${y - height}L${x + height * 0.2} ${y}h${height * 0.3}z`);

export const flag = (x, y, height) =>
  line('#f5f6f2', 5, [
    [x, y],
    [x, y - height],
  ]) + fill('#f5f6f2', `M${x} ${y - height}l30 11-30 11z`);

/** @param stride turns of the legs @param dips how far the head is down, 0 to 1 */
export function sheep(x, y, scale, stride, dips = 0) {
  const legs = [-20, -10, 14, 24].map((leg, index) => {
    const swing = 9 * Math.sin((stride + index * 0.27) * 6.283);
    return line('#2b2f2a', 5, [
      [leg, -22],
      [leg + swing, 0],
    ]);
  });
  const wool = fill('#f1efe6', blob('-38,-44 -30,-62 -8,-68 16,-66 34,-56 38,-38 26,-22 -4,-18 -30,-22'));
  const face = fill(
    '#2b2f2a',
    blob([
      [32, -58 + dips * 20],
      [44, -62 + dips * 26],
      [56, -46 + dips * 30],
      [50, -40 + dips * 30],
      [36, -44 + dips * 20],
    ]),
  );
  const ear = fill(
    '#2b2f2a',
    blob([
      [38, -58 + dips * 22],
      [28, -58 + dips * 22],
      [30, -52 + dips * 22],
      [38, -52 + dips * 22],
    ]),
  );
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})">${legs.join('')}${wool}${face}${ear}${circle('#e3dfd0', [-38, -42], 7)}</g>`;
}
