import { COATS, dog, DUMBBELL } from './dog.mjs';
import { between, gallop, leap, sit, stand, trot, walk } from './gaits.mjs';
import { KATE, person, SAM } from './person.mjs';
import { blind, box, field, flag, frame, jump, pole, shadow, sheep } from './scenery.mjs';
import { ease, line, mix, wave } from './shapes.mjs';

const { bracken, juno, tam, pike } = COATS;
const GROUND = 440;

/** Each film has its seconds, the moment of its poster, and a function that draws the picture at a moment. */
export const FILMS = {
  heelwork: { seconds: 4, poster: 1.3, draw: heelwork },
  weave: { seconds: 4, poster: 1.9, draw: weave },
  jump: { seconds: 3.6, poster: 1.62, draw: (time) => overTheJump(time, juno) },
  retrieve: { seconds: 3.6, poster: 1.7, draw: (time) => overTheJump(time, pike, { flip: true, carries: DUMBBELL, kind: 'evening' }) },
  boxes: { seconds: 5, poster: 4.2, draw: boxes },
  herding: { seconds: 5, poster: 2.6, draw: herding },
  track: { seconds: 5, poster: 2.2, draw: track },
  bark: { seconds: 4, poster: 1.32, draw: bark },
};

function heelwork(time) {
  const strides = time * 1.25;
  const camera = strides * 205;
  return frame(
    field(camera, 'grass') +
      shadow(290, GROUND + 2, 90) +
      shadow(320, GROUND + 14, 110) +
      person(KATE, strides, {
        x: 275,
        y: GROUND,
        scale: 1.25,
        hands: [
          [-14 - 14 * wave(strides), 78],
          [26, 40],
        ],
      }) +
      dog(bracken, trot(strides * 1.5, { neck: 72, head: -40, tail: -4 }), { x: 320, y: GROUND + 14, scale: 1.25 }),
  );
}

function weave(time) {
  const gap = 150;
  const along = -140 + time * 520;
  const x = 270;
  const camera = along - x;
  const poles = Array.from({ length: 12 }, (_, index) => ({ x: 120 + index * gap, isBehind: index % 2 === 0 }));
  const sway = Math.cos(((along - 120) / gap) * Math.PI);
  const drawn = (isBehind) => poles.filter((each) => each.isBehind === isBehind).map((each) => pole(each.x - camera, GROUND - 2, 215));
  return frame(
    field(camera) +
      drawn(true).join('') +
      shadow(x, GROUND + sway * 14, 100) +
      dog(bracken, gallop(time * 2.6, { neck: 20, head: 10 }), { x, y: GROUND + sway * 14, scale: 1.2 }) +
      drawn(false).join(''),
  );
}

const RUN = 480;

/** Gallop, leap, gallop. The camera follows the dog. */
function overTheJump(time, coat, { flip = false, carries = '', kind = 'grass' } = {}) {
  const [takeOff, landing] = [1.3, 2.02];
  const along = time * RUN;
  const hurdleAt = ((takeOff + landing) / 2) * RUN;
  const camera = along * 0.82 - 240;
  const x = along - camera;
  const hurdle = jump(hurdleAt - camera, GROUND, 96);
  const isUp = time > takeOff && time < landing;
  const pose = isUp
    ? leap((time - takeOff) / (landing - takeOff), 58)
    : gallop((time < takeOff ? time - takeOff : time - landing) * 2.5 + (time < takeOff ? 0.32 : 0.42));
  const run = hurdle.back + shadow(x, GROUND + 2, isUp ? 74 : 104) + dog(coat, pose, { x, y: GROUND, scale: 1.3, carries }) + hurdle.front;
  return frame(field(flip ? -camera : camera, kind) + (flip ? `<g transform="translate(960 0) scale(-1 1)">${run}</g>` : run));
}

function boxes(time) {
  const places = [150, 330, 510, 690, 870];
  const arrived = ease(time, 0.2, 3.1);
  const x = mix(-60, 570, arrived);
  const settled = ease(time, 3.1, 3.9);
  const search = walk((x + 60) / 62, { neck: -2 + 6 * wave(x / 90), head: 34 + 8 * wave(x / 90), tail: 12, reach: 19 });
  const pose = settled === 0 ? search : between(search, sit({ neck: 34, head: 22, tail: -10 + 6 * wave(time * 3) }), settled);
  return frame(
    field(0, 'evening') +
      places.map((place) => box(place, 388, 34)).join('') +
      shadow(x, GROUND + 22, 100) +
      dog(tam, pose, { x, y: GROUND + 20, scale: 1.3 }),
  );
}

function herding(time) {
  const camera = time * 150;
  const flock = [
    [620, 300, 0.8],
    [700, 326, 0.86],
    [575, 340, 0.9],
    [770, 296, 0.78],
    [668, 372, 0.98],
    [765, 360, 0.94],
  ];
  const moved = flock.map(([x, y, scale], index) =>
    sheep(x + 26 * wave(time * 0.25 + index * 0.31), y + 4 * wave(time * 0.4 + index * 0.2), scale, time * 1.9 + index * 0.37),
  );
  const creep = ease(time, 2.3, 2.9) - ease(time, 3.9, 4.5);
  const run = gallop(time * 2.3, { neck: 12, head: 8, tail: 26 });
  const pose = between(run, { ...walk(time * 1.6, { neck: -4, head: 10, tail: 34 }), lift: -22 }, creep);
  const x = 240 + 60 * wave(time * 0.2);
  return frame(
    field(camera, 'grass') +
      person(SAM, null, { x: 905 - camera * 0.25, y: 262, scale: 0.42, flip: true }) +
      moved.join('') +
      shadow(x, GROUND + 12, 100) +
      dog(bracken, pose, { x, y: GROUND + 10, scale: 1.25 }),
  );
}

function track(time) {
  const camera = time * 105;
  const x = 560;
  const trail = line(
    '#5d4522',
    5,
    [
      [-40, GROUND + 8],
      [980, GROUND + 8],
    ],
    '1 16',
  );
  const leash = `<path fill="none" stroke="#0e5a42" stroke-width="4" stroke-linecap="round" d="M${x + 20} ${GROUND - 118}Q330 ${GROUND - 40 + 6 * wave(time)} 152 ${GROUND - 168}"/>`;
  return frame(
    field(camera, 'stubble') +
      flag(250 - camera * 1.0, GROUND - 6, 120) +
      `<g transform="translate(${(-(camera % 17)).toFixed(1)} 0)">${trail}</g>` +
      shadow(120, GROUND + 2, 80) +
      shadow(x, GROUND + 4, 104) +
      person(KATE, time * 0.62, {
        x: 120,
        y: GROUND,
        scale: 1.2,
        hands: [
          [30, 62],
          [36, 70],
        ],
      }) +
      dog(bracken, walk(time * 1.25, { neck: -26, head: 44 + 6 * wave(time * 1.6), tail: 6 }), { x, y: GROUND, scale: 1.3 }) +
      leash,
  );
}

function bark(time) {
  const beat = (time * 1.7) % 1;
  const voice = Math.max(0, Math.sin(beat * 2 * Math.PI));
  const calm = ease(time, 3.3, 3.6);
  const loud = voice * (1 - calm);
  const pose = between(
    stand({ neck: 50, head: 2, tail: 6 }),
    sit({ neck: 62, head: -12 - 8 * loud, jaw: 20 * loud, hop: 10 * loud, tail: -10 }),
    1,
  );
  const mouth = [452, GROUND - 168 - 10 * loud];
  const sounds =
    loud > 0.35
      ? [0, 1, 2].map((ray) =>
          line('#f5f6f2', 4, [
            [mouth[0] + 26, mouth[1] + (ray - 1) * 16],
            [mouth[0] + 44, mouth[1] + (ray - 1) * 26],
          ]),
        )
      : [];
  return frame(
    field(30, 'grass') +
      blind(690, GROUND - 24, 330) +
      shadow(640, GROUND + 2, 70) +
      shadow(370, GROUND + 2, 100) +
      person(SAM, null, {
        x: 640,
        y: GROUND,
        scale: 1.3,
        flip: true,
        sleeve: true,
        hands: [
          [34, 62],
          [-6, 84],
        ],
      }) +
      dog(juno, pose, { x: 370, y: GROUND, scale: 1.35 }) +
      sounds.join(''),
  );
}
