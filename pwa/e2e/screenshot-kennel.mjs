// Fills a server for the screenshots: a trainer's kennel, a partner, a pending partner request, and a newcomer.
import { readFile } from 'node:fs/promises';
import { stillOf } from './still-of.mjs';

const KATE = 'kate@example.org';
const NEWCOMER = 'rowan@example.org';
const HELEN = 'helen@example.org';
const OWEN = 'owen@example.org';
const INES = 'ines@example.org';
const PERCY = 'percy@example.org';
/** Has not said how old they are. */
const UNASKED = 'unasked@example.org';
/** Sam has no beta access. */
const SAM = 'sam@example.org';
/** Other browsers in which Kate and Sam are signed in. */
const OTHER_BROWSERS = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
/** The title of a session with sets. */
export const COUNTED_SESSION = 'Send-away to second marker';
/** Id of a session with a public link. */
export const SHARED_SESSION = '0197f3c2-0000-4000-8000-000000005a1e';
/** Id of a session with a film. */
export const FILM_SESSION = '0197f3c2-0000-4000-8000-00000000f11a';
const FILM = new URL('../../api/db/demo-media/bark.mp4', import.meta.url);

const DOGS = [
  {
    name: 'Fen',
    breed: 'Border Collie',
    birthdate: '2022-08-14',
    titles: ['OB Class B', 'Rally L3'],
    coat: '#20242a',
    notes: 'Works best before breakfast. Ball on a rope for heelwork, never food.',
  },
  {
    name: 'Brock',
    breed: 'German Shepherd Dog',
    birthdate: '2023-03-02',
    titles: ['BH-VT', 'IGP 1'],
    coat: '#a8743c',
    notes: 'Paid in play for stillness. Jumps to 80 cm until the December check.',
  },
  { name: 'Moss', breed: 'Labrador Retriever', birthdate: '2025-12-11', titles: [], coat: '#d8b981', notes: '' },
];
/** Days before today, time, dog, title, notes, still; newest first. */
const SESSIONS = [
  [
    0,
    '14:22',
    'Fen',
    'Send-away to second marker',
    'Send-away 30 m, 4/5 straight; lost line at the second marker. Wind from left.',
    'field',
  ],
  [0, '13:50', 'Fen', 'Dumbbell hold, duration', 'Holds of 10, 12, 15 and 15 s. Plastic clean; mouthed once on the wood at 15 s.', null],
  [
    1,
    '11:05',
    'Brock',
    'Track: two corners, three articles',
    'Stubble, 420 paces, aged 50 min. Cast 4 m past the second corner.',
    'stubble',
  ],
  [1, '10:15', 'Brock', 'Bark and hold, blind 6', '11 barks, clean. Reset once, and paid for stillness.', null],
  [3, '17:05', 'Moss', 'Marked retrieve, 60 m', 'Straight out and back 3/3. Steady to the throw.', null],
];
const CONDITIONS = { weather: 'Wind from left', surface: 'Wet grass', place: 'Long Mynd field' };
/** Number of Brock's sessions in each earlier week, oldest first. */
const WEEKS = [2, 3, 3, 1, 4, 3, 5, 4, 2, 4, 5];
/** The two sets of each of these weeks: metres, distraction and results. */
const AWAY_BY_WEEK = [
  ['10 none hhmhm', '10 none hhhmh'],
  ['15 none mhahm', '15 none hmhhm'],
  ['15 none hhhhm', '20 none hmmhm'],
  ['20 none hmhah', '20 none hhmhm'],
  ['20 none hhhmh', '20 low hmhmh'],
  ['20 low hhmhh', '25 low mhhmm'],
  ['25 low hhmhh', '25 low hhhmh'],
  ['30 low hmhmh', '30 low hhmhm'],
  ['30 low hhahh', '30 medium mhmhm'],
  ['30 low hhhmh', '30 low hhhhm'],
  ['30 low hhmhh', '30 low hhhah'],
];
const CUES = [
  {
    name: 'Away',
    sport: 'Obedience',
    difficulty: 'advanced',
    visibility: 'private',
    description: 'Send-away to a box, straight, until told to drop.',
    steps: ['Target mat at 5 m, food on it', 'Fade the food, keep the mat', '10, 15, 20 m', 'No mat', 'Proof with wind'],
  },
  {
    name: 'Hold',
    sport: 'IGP/Schutzhund',
    difficulty: 'intermediate',
    visibility: 'friends',
    description: 'Dumbbell: calm, full mouth, until “out”.',
    steps: ['One second, dog moving', 'Three seconds, dog sitting', 'Fifteen seconds, handler moving'],
  },
  {
    name: 'Close',
    sport: 'Rally',
    difficulty: 'beginner',
    visibility: 'public',
    description: 'Heel position from in front, left about.',
    steps: ['Lure the swing', 'Hand signal', 'Word alone'],
  },
];
const HELENS_CUES = [
  {
    name: 'Such',
    sport: 'IGP/Schutzhund',
    difficulty: 'intermediate',
    visibility: 'public',
    description: 'Start the track with a deep nose.',
    steps: ['Scent pad, food in every step', 'Ten paces straight', 'First corner', 'Second corner, aged'],
  },
  {
    name: 'Find it',
    sport: 'Scent Work',
    difficulty: 'beginner',
    visibility: 'public',
    description: 'Search on leave, indicate by freezing.',
    steps: ['Three boxes', 'Reward at source', 'Six boxes'],
  },
  {
    name: 'Paw up',
    sport: 'Agility',
    difficulty: 'beginner',
    visibility: 'friends',
    description: 'Front feet on a board: the start of the contacts.',
    steps: ['Board on the ground', 'Raise one end'],
  },
];

/**
 * @param server from `startBuiltServer`; Kate signs in first and so is its admin
 * @returns the cookies of Kate, who has the kennel, of a newcomer without any rows, of a person without beta access, and of one who has
 *   not said how old they are
 */
export async function fillKennel(server) {
  const cookies = await server.cookiesOf(KATE, LAPTOP);
  const kate = person(server, cookies);
  for (const email of [HELEN, OWEN, INES, PERCY, NEWCOMER, UNASKED]) await kate('POST', '/api/admin/beta-access', { email });
  const [helen, owen, ines, percy] = await Promise.all(
    [HELEN, OWEN, INES, PERCY].map(async (email) => person(server, await server.cookiesOf(email))),
  );
  await kate('PATCH', '/api/users/profile', {
    firstName: 'Kate',
    lastName: 'Ellison',
    bio: 'Obedience and tracking in the Marches.',
    location: 'Shropshire',
    sports: ['Obedience', 'Tracking'],
  });
  await helen('PATCH', '/api/users/profile', {
    firstName: 'Helen',
    lastName: 'Marsh',
    bio: 'IGP since 2009. Tracks before the rain.',
    location: 'Herefordshire',
    sports: ['IGP/Schutzhund', 'Tracking', 'Obedience', 'Scent Work'],
    profileVisibility: 'public',
  });
  await owen('PATCH', '/api/users/profile', { firstName: 'Owen', lastName: 'Pryce', location: 'Shropshire' });
  await ines('PATCH', '/api/users/profile', {
    firstName: 'Ines',
    lastName: 'Abernathy-Featherstonehaugh',
    bio: 'Scent work with two spaniels and, since last spring, a rescued lurcher who finds everything but the ball. Judges at weekends.',
    location: 'Greater Manchester',
    sports: ['Obedience', 'Rally', 'Scent Work', 'Detection', 'Gundog/Retriever Work', 'Canicross'],
    profileVisibility: 'public',
  });
  await percy('PATCH', '/api/users/profile', { firstName: 'Percy', lastName: 'Lowe', profileVisibility: 'public' });
  await ines('POST', '/api/dogs', { name: 'Tansy', breed: 'English Springer Spaniel', birthdate: '2020-05-02', titles: [], image: null });
  for (let place = 1; place <= 14; place += 1)
    await kate('POST', '/api/waitlist', {
      email:
        place === 3
          ? 'a.trainer.with.a.very.long.address.indeed@kennels-of-the-northern-marches.example.org'
          : `waiting${place}@example.org`,
    });

  const ids = {};
  for (const { coat, ...dog } of DOGS)
    ids[dog.name] = (await kate('POST', '/api/dogs', { ...dog, image: await upload(kate, await stillOf('coat', coat)) })).id;
  const log = (who, daysAgo, time, fields) =>
    who('POST', '/api/videos', {
      trainedAt: `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`,
      trainedZone: 'Europe/London',
      ...fields,
    });
  for (const [daysAgo, time, dog, title, description, still] of SESSIONS) {
    const videoUrl = still && (await upload(kate, await stillOf(still)));
    const conditions = title === COUNTED_SESSION && CONDITIONS;
    const media = { videoUrl, thumbnailUrl: videoUrl ?? '' };
    const { id } = await log(kate, daysAgo, time, { title, description, dogId: ids[dog], ...media, ...conditions });
    if (title === COUNTED_SESSION) await addSets(kate, id);
  }
  for (const [week, sessions] of WEEKS.entries())
    for (let session = 0; session < sessions; session += 1) {
      const { id } = await log(kate, 7 * (WEEKS.length - week) + session, '17:30', {
        title: 'Heelwork, figure of eight',
        description: 'Eight turns, six clean.',
        dogId: ids.Brock,
      });
      if (session === 0) await addSets(kate, id, AWAY_BY_WEEK[week]);
    }

  const cueIds = [];
  for (const cue of CUES) cueIds.push((await kate('POST', '/api/cues', cue)).id);
  for (const cue of HELENS_CUES) await helen('POST', '/api/cues', cue);
  const { id } = await kate('POST', '/api/programs', {
    name: 'Class C by spring',
    dogId: ids.Fen,
    goal: 'Send-away straight at 30 m in wind, hold of 15 s on wood.',
  });
  for (const [orderIndex, cueId] of cueIds.entries()) await kate('POST', `/api/programs/${id}/cues`, { cueId, orderIndex });
  await kate('POST', '/api/programs', { name: 'IGP 2', dogId: ids.Brock, goal: 'Long track, 600 paces.' });

  const { id: kateId } = await kate('GET', '/api/auth/user');
  const friendship = await helen('POST', '/api/friendships', { friendId: kateId });
  await kate('PATCH', `/api/friendships/${friendship.id}`, { status: 'accepted' });
  await owen('POST', '/api/friendships', { friendId: kateId });
  const { id: inesId } = await ines('GET', '/api/auth/user');
  await kate('POST', '/api/friendships', { friendId: inesId });
  const pike = await helen('POST', '/api/dogs', { name: 'Pike', breed: 'Malinois', birthdate: '2022-06-11', titles: [], image: null });
  const session = await log(helen, 0, '09:40', {
    title: 'Retrieve over the jump',
    description: 'One metre, clean both ways.',
    dogId: pike.id,
  });
  await kate('POST', `/api/videos/${session.id}/comments`, { content: 'Lovely straight front. How high before the summer?' });
  await helen('POST', `/api/videos/${session.id}/comments`, { content: 'Sixty by June, if the shoulder stays cold.' });
  const indication = await upload(kate, await stillOf('stubble'));
  await log(kate, 9, '16:30', {
    id: SHARED_SESSION,
    title: 'Article indication, aged 40 min',
    description: 'Down at each of three.\nPaid on the ground, before the foot moves.',
    dogId: ids.Brock,
    videoUrl: indication,
    thumbnailUrl: indication,
    showsResults: true,
  });
  await addSets(kate, SHARED_SESSION);
  await kate('POST', `/api/videos/${SHARED_SESSION}/share`);
  await log(kate, 30, '10:15', {
    id: FILM_SESSION,
    title: 'Bark and hold, blind 6',
    description: '11 barks, clean. Crept half a metre when the helper shifted his weight.',
    dogId: ids.Brock,
    videoUrl: await upload(kate, await readFile(FILM), 'video/mp4'),
    thumbnailUrl: await upload(kate, await stillOf('field')),
  });
  await kate('POST', '/api/sets', {
    videoId: FILM_SESSION,
    exercise: 'Bark and hold',
    reps: ['hit 0.6', 'hit 1.1', 'miss 1.9', 'helped 2.6', 'hit 3.3'].map((rep, place) => {
      const [kind, seconds] = rep.split(' ');
      return `0000000${place} ${kind} at ${Date.now().toString(36)} film ${(Number(seconds) * 1000).toString(36)}`;
    }),
  });
  await helen('POST', `/api/videos/${FILM_SESSION}/comments`, { content: 'Watch his feet: he creeps before the helper moves.' });
  await planAndEnter(kate, ids);
  const gone = await kate('POST', '/api/cues', { name: 'Old recall', sport: 'Obedience' });
  await kate('DELETE', `/api/cues/${gone.id}`);
  for (const email of [KATE, SAM]) for (const browser of OTHER_BROWSERS) await server.cookiesOf(email, browser);
  await reportAndDecide({ kate, helen, percy });
  const [newcomer, outside] = [await server.cookiesOf(NEWCOMER, LAPTOP), await server.cookiesOf(SAM, LAPTOP)];
  return { kate: cookies, new: newcomer, outside, unasked: await server.cookiesOf(UNASKED, LAPTOP, null) };
}

/** Reports of Kate's shared session and of a comment, and one that was decided. */
async function reportAndDecide({ kate, helen, percy }) {
  const { id: cueId } = await percy('POST', '/api/cues', { name: 'Fast', sport: 'Agility', visibility: 'public' });
  const { id } = await helen('POST', '/api/reports', { subject: 'cue', subjectId: cueId, reason: 'copyright', note: 'It is mine' });
  await kate('POST', `/api/admin/reports/${id}/decision`, { outcome: 'kept', answer: 'Many people teach it so.' });
  const [session] = await helen('GET', '/api/videos');
  const [comment] = await helen('GET', `/api/videos/${session.id}/comments`);
  await helen('POST', '/api/reports', { subject: 'comment', subjectId: comment.id, reason: 'threats', note: 'Not in this tone' });
  await helen('POST', '/api/reports', { subject: 'video', subjectId: SHARED_SESSION, reason: 'consent', atSeconds: 12 });
}

/** A plan for today, one for later, and trials ahead and past. */
async function planAndEnter(who, ids) {
  const dayIn = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await who('POST', '/api/plans', {
    day: dayIn(0),
    dogId: ids.Fen,
    exercises: [
      { id: 'sendaway', exercise: 'Send-away', distanceM: 35, hitMeans: 'Straight to the marker, one cue' },
      { id: 'dumbbell', exercise: 'Dumbbell hold', durationS: 12 },
      { id: 'heelwork', exercise: 'Heelwork, fast pace', count: 12, countWord: 'paces' },
    ],
  });
  await who('POST', '/api/plans', {
    day: dayIn(3),
    dogId: ids.Brock,
    exercises: [{ id: 'tracking', exercise: 'Track', count: 600, countWord: 'paces' }],
  });
  const trial = { dogId: ids.Brock, place: 'Shrewsbury', level: 'IGP 2', shownToPartners: true };
  await who('POST', '/api/trials', { ...trial, name: 'Club trial', day: dayIn(21), entryCloses: dayIn(7) });
  await who('POST', '/api/trials', {
    ...trial,
    name: 'Autumn trial',
    level: 'IGP 1',
    day: dayIn(-60),
    result: 'Passed',
    points: 271,
    titleWon: 'IGP 1',
  });
}

const KINDS = { h: 'hit', m: 'miss', a: 'helped' };
const COUNTED_AT = Date.UTC(2026, 10, 1, 9);
const REP_MS = 20_000;

/** Sets of a send-away: metres, distraction ('-' for none chosen) and results of each. */
async function addSets(who, videoId, sets = ['25 - hmhah', '30 - hhmhh']) {
  for (const [position, set] of sets.entries()) {
    const [metres, distraction, results] = set.split(' ');
    await who('POST', '/api/sets', {
      videoId,
      position,
      exercise: 'Send-away',
      distanceM: Number(metres),
      distraction: distraction === '-' ? null : distraction,
      hitMeans: 'Straight to the marker, one cue',
      reps: [...results].map((letter, place) => `0000000${place} ${KINDS[letter]} at ${(COUNTED_AT + place * REP_MS).toString(36)}`),
    });
  }
}

/** Returns a function that calls the API as the person with these cookies. */
function person(server, cookies) {
  const cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ');
  return async (method, path, body) => {
    const bytes = body instanceof Uint8Array;
    const answer = await fetch(new URL(path, server.origin), {
      method,
      headers: { cookie, ...(body && { 'Content-Type': bytes ? 'image/png' : 'application/json' }) },
      ...(body && { body: bytes ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 || bytes ? null : answer.json();
  };
}

/** The three steps of R89: request an upload URL, send the bytes, finalize. @returns the object path */
async function upload(who, bytes, type = 'image/png') {
  const name = type.replace('/', '.');
  const { uploadURL } = await who('POST', '/api/objects/upload', { size: bytes.length, type, name });
  await who('PUT', uploadURL, new Uint8Array(bytes));
  return (await who('PUT', '/api/videos/finalize', { videoURL: uploadURL })).objectPath;
}
