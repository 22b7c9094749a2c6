import { blob, circle, ellipse, fill, pointsOf } from './shapes.mjs';

const PORTRAIT = 480;
const MIDDLE = PORTRAIT / 2;

/** The points of the left half, from top to bottom, and their mirror image on the right. */
const whole = (half) => {
  const left = pointsOf(half);
  const right = left.filter(([x]) => x !== MIDDLE).map(([x, y]) => [PORTRAIT - x, y]);
  return blob([...left, ...right.toReversed()]);
};
const twice = (svg) => `${svg}<g transform="translate(${PORTRAIT} 0) scale(-1 1)">${svg}</g>`;

const HEAD = '240,118 186,124 150,160 142,214 164,262 192,310 212,352 240,364';
const SHOULDERS = '240,300 176,318 110,392 78,520 240,540';
const EARS = {
  tipped: twice(fill('EAR', blob('156,172 120,132 112,92 74,116 66,92 98,58 140,62 184,98 214,128'))),
  erect: twice(fill('EAR', blob('150,190 122,110 128,30 164,62 204,128')) + fill('INNER', blob('158,168 140,112 142,66 164,92 188,134'))),
  drop: twice(fill('EAR', blob('190,126 138,128 104,180 98,254 124,282 152,242 164,180'))),
};

const DOGS = {
  bracken: {
    ground: '#cfdad9',
    coat: '#1f2724',
    ear: '#151b19',
    ears: 'tipped',
    chest: '#f1efe9',
    marks: fill('#f1efe9', whole('240,112 228,126 224,190 216,240 184,290 206,350 240,364')),
    eye: '#b9762c',
    tongue: true,
  },
  juno: {
    ground: '#b9c9bd',
    coat: '#b27b41',
    ear: '#2b2420',
    inner: '#6b4a30',
    ears: 'erect',
    chest: '#c79558',
    marks:
      fill('#2b2420', whole('240,226 214,232 176,268 194,314 212,352 240,364')) +
      twice(fill('#2b2420', blob('176,196 196,184 216,200 208,218 186,216'))),
    eye: '#8a5424',
  },
  tam: {
    ground: '#d6d2c2',
    coat: '#d3b06f',
    ear: '#b9955a',
    ears: 'drop',
    chest: '#dfc48c',
    marks:
      fill('#ead9b4', whole('240,250 212,256 190,292 210,350 240,364')) +
      twice(fill('#e6d3a8', blob('178,186 192,176 210,184 206,192 186,194'))),
    eye: '#4a3018',
    tongue: true,
  },
  pike: {
    ground: '#e4ddcb',
    coat: '#a8743c',
    ear: '#26221e',
    inner: '#7a5230',
    ears: 'erect',
    chest: '#7f562b',
    marks:
      fill('#26221e', whole('240,116 210,124 220,160 226,214 186,262 196,312 214,352 240,364')) +
      twice(fill('#c08f55', blob('186,176 202,170 214,180 200,186'))),
    eye: '#7a4a1e',
  },
};

/** Each dog's head from the front. */
export const PORTRAITS = Object.fromEntries(Object.entries(DOGS).map(([name, about]) => [name, portrait(about)]));

function portrait({ ground, coat, ear, inner = ear, ears, chest, marks, eye, tongue = false }) {
  const eyes = twice(
    circle('#0f1311', [199, 206], 15) +
      circle(eye, [200, 206], 11.5) +
      circle('#0f1311', [201, 206], 6.5) +
      circle('#ffffff', [205, 201], 3),
  );
  const nose = fill('#0f1311', whole('240,276 216,280 212,294 228,308 240,312')) + ellipse('#4a524e', [240, 284], [11, 3.5]);
  const mouth = `<path d="M240 310v16m0 0q-14 16-32 6m32-6q14 16 32 6" fill="none" stroke="#0f1311" stroke-width="4" stroke-linecap="round"/>`;
  const licks = tongue ? fill('#c9736f', whole('240,330 224,332 222,362 240,376')) : '';
  const parts = [
    `<rect width="${PORTRAIT}" height="${PORTRAIT}" fill="${ground}"/>`,
    fill('#4c6655', `M0 372Q120 330 240 352T480 340V480H0Z`),
    fill(coat, whole(SHOULDERS)),
    fill(chest, whole('240,330 192,344 170,420 182,520 240,540')),
    EARS[ears].replaceAll('EAR', ear).replaceAll('INNER', inner),
    fill(coat, whole(HEAD)),
    marks,
    ears === 'drop' ? EARS.drop.replaceAll('EAR', ear) : '',
    licks,
    eyes,
    nose,
    mouth,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT}" height="${PORTRAIT}">${parts.join('')}</svg>`;
}
