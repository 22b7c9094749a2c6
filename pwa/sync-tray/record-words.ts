import type { MutationName } from '../../api/contract/mutations.ts';
import type { FileSubject } from '../../sync/outbox/queue-subjects.ts';
import type { QueueEntry } from '../../sync/status/read-queue.ts';
import type { ChangeSubject } from '../../sync/store/failure.ts';

/** A function takes 'Cue' or 'Cue “Sit”'. */
const ACTS: Record<MutationName, string | ((cue: string) => string)> = {
  'dogs.create': 'New dog',
  'dogs.update': 'Edited dog',
  'dogs.delete': 'Deleted dog',
  'dogs.restore': 'Restored dog',
  'videos.create': 'New session',
  'videos.update': 'Edited session',
  'videos.delete': 'Deleted session',
  'videos.restore': 'Restored session',
  'videos.share': 'Public link on for session',
  'videos.unshare': 'Public link off for session',
  'comments.create': 'Comment',
  'comments.delete': 'Deleted comment',
  'sets.create': 'New set',
  'sets.update': 'Edited set',
  'sets.delete': 'Deleted set',
  'sets.restore': 'Restored set',
  'plans.create': 'New plan',
  'plans.update': 'Edited plan',
  'plans.delete': 'Deleted plan',
  'plans.restore': 'Restored plan',
  'trials.create': 'New trial',
  'trials.update': 'Edited trial',
  'trials.delete': 'Deleted trial',
  'trials.restore': 'Restored trial',
  'friendships.create': 'Request to',
  'friendships.join': 'Partner link',
  'friendships.accept': 'Accepted request from',
  'friendships.delete': 'Declined or removed partner',
  'friendships.withdraw': 'Withdrawn request',
  'blocks.create': 'Blocked person',
  'blocks.delete': 'Unblocked person',
  'reports.create': 'Report',
  'reports.appeal': 'Appeal',
  'profile.update': 'Edited profile',
  'profile.sayAge': 'Your age',
  'cues.create': 'New cue',
  'cues.update': 'Edited cue',
  'cues.delete': 'Deleted cue',
  'cues.restore': 'Restored cue',
  'cues.import': 'Imported cue',
  'programs.create': 'New program',
  'programs.update': 'Edited program',
  'programs.delete': 'Deleted program',
  'programs.restore': 'Restored program',
  'programs.addCue': (cue) => `${cue} added to program`,
  'programs.orderCues': 'Cues reordered in program',
  'programs.removeCue': (cue) => `${cue} removed from program`,
  'conflicts.settle': 'Resolved conflict',
};

const TEXTS = {
  /** A call of another app version. */
  unknownAct: 'Change',
  cue: (name: string | null) => (name ? `Cue “${name}”` : 'Cue'),
  named: (act: string, name: string) => `${act} “${name}”`,
  types: { video: 'Video', picture: 'Picture' },
  ofProfile: (type: string) => `${type} of your profile`,
  ofRow: (type: string, name: string) => `${type} of “${name}”`,
} as const;

/** A pending change in words: 'New session “Heel work in the rain”', 'Cue “Sit” added to program “Class C by spring”'. */
export function changeWords({ call, cue, name }: ChangeSubject): string {
  const known: (typeof ACTS)[MutationName] | undefined = ACTS[call];
  const act = (typeof known === 'function' ? known(TEXTS.cue(cue)) : known) ?? TEXTS.unknownAct;
  return name ? TEXTS.named(act, name) : act;
}

/** A file in words: 'Video of “Blind search”'. Uses the file's own name if the name of its row is not known. */
export function fileWords({ type, entity, owner, fileName }: FileSubject): string {
  const word = TEXTS.types[type];
  if (entity === 'profile') return TEXTS.ofProfile(word);
  return owner ? TEXTS.ofRow(word, owner) : TEXTS.named(word, fileName);
}

export const entryWords = (entry: QueueEntry): string => (entry.kind === 'change' ? changeWords(entry.subject) : fileWords(entry.subject));
