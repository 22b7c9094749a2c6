import type { CueCreate } from '../contract/entities/cue.ts';

/** Kate's own cues, by the key that her programs use. */
export const KATES_CUES = {
  watch: {
    name: 'Watch',
    sport: 'Obedience',
    difficulty: 'beginner',
    description: 'Head up in heel position, until released. The word comes once.',
    steps: ['Eye contact at a standstill, two seconds', 'One pace', 'Five paces, straight', 'Left turn', 'Slow pace'],
    visibility: 'friends',
  },
  away: {
    name: 'Away',
    sport: 'Obedience',
    difficulty: 'advanced',
    description: 'Straight send to a box, until told to drop.',
    steps: ['Target mat at 5 m, food on it', 'Fade the food, keep the mat', '10, 20, 30 m', 'No mat', 'Proof with wind from the side'],
    visibility: 'private',
  },
  weave: {
    name: 'Poles',
    sport: 'Agility',
    difficulty: 'intermediate',
    description: 'Finds the entry alone, right shoulder first, and stays in to the end.',
    steps: ['Two poles, entry from the front', 'Six poles', 'Entry from 45 degrees, both sides', 'Twelve poles', 'Handler stands still'],
    visibility: 'public',
  },
  steady: {
    name: 'Steady',
    sport: 'Herding',
    difficulty: 'intermediate',
    description: 'Slows down without stopping. Said low and once.',
    steps: ['On the line at walking pace', 'Around the pen', 'On the lift, five ewes'],
    visibility: 'private',
  },
  voice: {
    name: 'Voice',
    sport: 'Protection Sports',
    difficulty: 'intermediate',
    description: 'Barks in rhythm, seated, without touching the helper.',
    steps: ['Bark for the ball', 'Three in a row', 'Seated, helper at 3 m', 'At the blind', 'Ten, helper still'],
    visibility: 'friends',
  },
  out: {
    name: 'Out',
    sport: 'Protection Sports',
    difficulty: 'beginner',
    description: 'Lets go at the first word and waits for the next.',
    steps: ['Two toys, swap', 'Still toy', 'Out, then bite again', 'Out, then sit'],
    visibility: 'private',
  },
  seek: {
    name: 'Seek',
    sport: 'Scent Work',
    difficulty: 'beginner',
    description: 'Searches until found, then sits at the source.',
    steps: ['One box', 'Three boxes, food with the scent', 'Five boxes, scent alone', 'Wait five seconds at the source'],
    visibility: 'public',
  },
} as const satisfies Record<string, CueCreate>;

export const SAMS_CUES: readonly CueCreate[] = [
  {
    name: 'Track',
    sport: 'Tracking',
    difficulty: 'intermediate',
    description: 'Nose down from the first step, slow enough to think.',
    steps: [
      'Scent pad, food in every step',
      'Ten paces straight',
      'First corner',
      'Articles: down, nose between the paws',
      'Aged one hour',
    ],
    visibility: 'friends',
  },
  {
    name: 'Fetch',
    sport: 'IGP/Schutzhund',
    difficulty: 'advanced',
    description: 'Dumbbell over the metre, both ways, and a calm front.',
    steps: ['Hold, ten seconds', 'Pick up from the ground', 'Low hurdle', 'Full height', 'Full height, thrown off line'],
    visibility: 'public',
  },
  {
    name: 'Place',
    sport: 'Obedience',
    difficulty: 'beginner',
    description: 'Goes to the mat and settles until called.',
    steps: ['Paws on', 'Down on it', 'One minute', 'Door bell'],
    visibility: 'public',
  },
];
