import { type DemoSet, kindsOf, setsOverWeeks } from './demo-sets.ts';

export interface DemoSession {
  daysAgo: number;
  hour: number;
  /** Place in the list of dogs. */
  dog: number;
  title: string;
  notes: string;
  weather?: string;
  surface?: string;
  place?: string;
  /** Name of a film in `demo-media`. */
  film?: DemoFilm;
  shared?: true;
  sets?: readonly DemoSet[];
  comments?: readonly { by: 'kate' | 'sam'; content: string }[];
}

/** The films in `demo-media`, with their lengths in seconds. */
export const DEMO_FILMS = { heelwork: 4, weave: 4, jump: 3.6, retrieve: 3.6, boxes: 5, herding: 5, track: 5, bark: 4 } as const;
export type DemoFilm = keyof typeof DEMO_FILMS;

const [BRACKEN, JUNO, TAM] = [0, 1, 2];

const [AWAY, AWAY_HIT] = ['Send-away', 'Straight to the target, one cue'];
const [RECALL, RECALL_HIT] = ['Recall', 'Turns at the first call'];

/** The newest three weeks, newest first. */
export const RECENT: readonly DemoSession[] = [
  {
    daysAgo: 1,
    hour: 7,
    dog: BRACKEN,
    title: 'Heelwork with the head up',
    notes: 'Four lengths of the green, 11 of 12 turns clean.\nForges on the outside of the left turn: reward from the left hand next time.',
    film: 'heelwork',
    comments: [
      { by: 'sam', content: 'That head position! Does it hold when you slow down?' },
      { by: 'kate', content: 'For about six paces. Slow pace is next week’s work.' },
    ],
  },
  {
    daysAgo: 2,
    hour: 17,
    dog: JUNO,
    title: 'Bark and hold, first time at the blind',
    notes: 'Nine barks, clean, no bump. Paid on stillness of the helper.\nRhythm drops after the sixth: end at five tomorrow.',
    film: 'bark',
  },
  {
    daysAgo: 3,
    hour: 9,
    dog: BRACKEN,
    title: 'Outrun and lift, six ewes',
    weather: 'Cloudy',
    surface: 'Grass',
    place: 'Upper Wenlock',
    notes: 'Wide enough on the away side. Crept in on the lift instead of stopping; one steady word was enough.',
    film: 'herding',
  },
  {
    daysAgo: 4,
    hour: 18,
    dog: JUNO,
    title: 'Recall past the ball',
    surface: 'Grass',
    place: 'Village green',
    notes: 'Three of three off the long line.\nDistraction at ten metres.',
    sets: [{ exercise: RECALL, distanceM: 25, hitMeans: RECALL_HIT, kinds: kindsOf('hhh') }],
  },
  {
    daysAgo: 5,
    hour: 10,
    dog: TAM,
    title: 'Scent boxes: clove, five boxes',
    notes: 'Found it in 14 seconds. Sits without a word now, tail going throughout.',
    film: 'boxes',
  },
  {
    daysAgo: 6,
    hour: 11,
    dog: BRACKEN,
    title: 'Twelve weave poles, entry from the right',
    notes: 'Seven of eight entries. The miss came at full speed: call the entry one stride earlier.',
    film: 'weave',
    shared: true,
    comments: [{ by: 'sam', content: 'Smoothest I have seen him. Send me the link for the club page?' }],
  },
  { daysAgo: 7, hour: 9, dog: JUNO, title: 'Proofing the sit at the gate', notes: 'Joggers, a pram, one cat. Broke once, at the cat.' },
  {
    daysAgo: 9,
    hour: 7,
    dog: BRACKEN,
    title: 'Track, 300 paces, two corners',
    weather: 'Light rain',
    surface: 'Stubble',
    place: 'Bryn Farm',
    notes: 'Stubble, aged 40 minutes, light wind from behind.\nSecond corner overshot by two metres, found alone.',
    film: 'track',
  },
  {
    daysAgo: 11,
    hour: 18,
    dog: JUNO,
    title: 'Single hurdle, recall over it',
    notes: 'Sixty centimetres. Takes off too close when she is fast; a ground pole a metre out helps.',
    film: 'jump',
  },
  {
    daysAgo: 12,
    hour: 10,
    dog: TAM,
    title: 'Hidden glove in the barn',
    surface: 'Straw',
    place: 'Bryn Farm',
    notes: 'Two searches, both found. Short session, he was stiff after the walk.',
  },
  {
    daysAgo: 14,
    hour: 7,
    dog: BRACKEN,
    title: 'Send away to the target',
    notes: 'Forty metres, straight. Target out of sight for the last two.',
    sets: [
      { exercise: AWAY, distanceM: 35, hitMeans: AWAY_HIT, kinds: kindsOf('hhmhh') },
      { exercise: AWAY, distanceM: 40, hitMeans: AWAY_HIT, kinds: kindsOf('hhhhh') },
    ],
  },
  {
    daysAgo: 16,
    hour: 18,
    dog: JUNO,
    title: 'Down in motion',
    notes: 'Fast down, slow to settle. Ten reps, last four without a hand signal.',
  },
  {
    daysAgo: 17,
    hour: 9,
    dog: BRACKEN,
    title: 'Balance at the fence',
    notes: 'Stopped on balance five of six. Flanks rounder to the left.',
  },
  { daysAgo: 19, hour: 10, dog: TAM, title: 'Scent boxes, three boxes', notes: 'Clove. Easy ones to start again, two of two.' },
];

/** A typical earlier week: weekday, hour, dog, and notes that change from week to week. */
const WEEK = [
  {
    day: 0,
    hour: 7,
    dog: BRACKEN,
    title: 'Heelwork and send-away',
    weather: 'Cloudy',
    surface: 'Grass',
    place: 'Village green',
    notes: ['Eight turns, six clean.', 'Eight turns, seven clean. Slower was better.'],
  },
  {
    day: 1,
    hour: 18,
    dog: JUNO,
    title: 'Recall from play',
    notes: ['Three of three on the long line.', 'Two of three: the other dog won once.'],
  },
  {
    day: 2,
    hour: 7,
    dog: BRACKEN,
    title: 'Track, 200 paces',
    surface: 'Stubble',
    place: 'Bryn Farm',
    notes: ['Wet grass, laid 30 minutes before. Clean corner.', 'Dry grass, high nose on the first leg.'],
  },
  {
    day: 3,
    hour: 18,
    dog: JUNO,
    title: 'Grip on the wedge',
    surface: 'Artificial turf',
    place: 'The club',
    notes: ['Full and calm. Three grips, then home.', 'First grip shallow, second full. Stopped there.'],
  },
  { day: 5, hour: 9, dog: BRACKEN, title: 'Weave poles, six', notes: ['Five of six entries.', 'All six, twice.'] },
  {
    day: 5,
    hour: 10,
    dog: TAM,
    title: 'Scent work in the garden',
    notes: ['Clove under the pots, two of two.', 'One find, one rest in the sun.'],
  },
  {
    day: 6,
    hour: 9,
    dog: JUNO,
    title: 'Sit and stay at the club',
    place: 'The club',
    notes: ['Two minutes, me out of sight for one.', 'Ninety seconds, a dog passing at five metres.'],
  },
] as const;
const [FIRST_WEEK, LAST_WEEK] = [26, 4];
const WEEKS = FIRST_WEEK - LAST_WEEK + 1;

/** The sets of the sessions with these titles, by week. */
const SETS_OF: Readonly<Record<string, readonly DemoSet[][] | undefined>> = {
  'Recall from play': setsOverWeeks(WEEKS, RECALL, { from: 5, step: 5, hitMeans: RECALL_HIT }),
  'Heelwork and send-away': setsOverWeeks(WEEKS, AWAY, { from: 10, step: 5, hitMeans: AWAY_HIT }),
};

/** Some sessions did not take place, so that the weeks differ; all of Old Tam's did. */
const isSkipped = (week: number, place: number, dog: number) => dog !== TAM && (week * week + place * 2) % 7 < 2;

export const EARLIER: readonly DemoSession[] = Array.from({ length: WEEKS }, (_, index) => FIRST_WEEK - index).flatMap((week) =>
  WEEK.filter(({ dog }, place) => !isSkipped(week, place, dog)).map(({ day, notes, ...session }) => ({
    ...session,
    daysAgo: week * 7 - day,
    notes: notes[week % notes.length]!,
    sets: SETS_OF[session.title]?.[FIRST_WEEK - week] ?? [],
  })),
);

export const SAMS_SESSION: DemoSession = {
  daysAgo: 1,
  hour: 16,
  dog: 0,
  title: 'Retrieve over the jump',
  notes: 'One metre, clean both ways. Mouthed once on the way back.',
  film: 'retrieve',
  comments: [
    { by: 'kate', content: 'Lovely straight front. How high before the summer?' },
    { by: 'sam', content: 'It stays at a metre until the hold is quiet.' },
  ],
};
