import type { MutationEntity, MutationName, MutationPayload } from '../../api/contract/mutations.ts';

type UpdateName = Extract<MutationName, `${string}.update`>;

/** The fields of each entity that an edit can change. Conflicts are about these fields. */
type FieldLabels = { [Name in UpdateName as MutationEntity<Name>]: Record<Exclude<keyof MutationPayload<Name>, 'base'>, string> };

/** How screens and conflicts name each field. A field of the contract without a label does not compile. */
export const FIELD_LABELS: FieldLabels = {
  videos: {
    title: 'Title',
    description: 'Notes',
    dogId: 'Dog',
    weather: 'Weather',
    surface: 'Surface',
    place: 'Place',
    showsResults: 'Show results',
    videoUrl: 'Media',
    thumbnailUrl: 'Poster',
    trainedAt: 'Trained',
    trainedZone: 'Time zone',
  },
  dogs: {
    name: 'Name',
    breed: 'Breed',
    birthdate: 'Birthdate',
    titles: 'Titles',
    image: 'Profile Picture',
    notes: 'Training Notes',
    retiredAt: 'Retired',
  },
  cues: {
    name: 'Name',
    sport: 'Sport',
    difficulty: 'Difficulty',
    description: 'Description',
    steps: 'Training Steps',
    visibility: 'Visibility',
  },
  programs: { name: 'Name', dogId: 'Dog', goal: 'Goal' },
  sets: {
    cueId: 'Cue',
    exercise: 'Exercise',
    step: 'Step',
    distanceM: 'Distance',
    durationS: 'Duration',
    count: 'Count',
    countWord: 'Unit',
    distraction: 'Distraction',
    hitMeans: 'What counts as a hit',
    repsAsked: 'Reps',
    startedAt: 'Started',
    position: 'Position',
    reps: 'Reps done',
    struck: 'Reps undone',
  },
  plans: {
    dogId: 'Dog',
    day: 'Day',
    exercises: 'Exercises',
    note: 'Note',
    videoIds: 'Sessions',
    done: 'Done',
  },
  trials: {
    dogId: 'Dog',
    name: 'Name',
    day: 'Day',
    place: 'Place',
    level: 'Level',
    entryCloses: 'Entry closes',
    result: 'Result',
    points: 'Points',
    titleWon: 'Title won',
    shownToPartners: 'Show to partners',
  },
  profile: {
    firstName: 'First Name',
    lastName: 'Last Name',
    bio: 'Bio',
    location: 'Location',
    sports: 'Sports',
    profileVisibility: 'Profile visibility',
    profileImageUrl: 'Profile Picture',
  },
};

/** Conflicts name entity and field as text. A name that only a newer server knows is shown unchanged. */
export function fieldName(entity: string, field: string): string {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = FIELD_LABELS;
  return names[entity]?.[field] ?? field;
}
