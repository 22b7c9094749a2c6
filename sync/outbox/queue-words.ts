import type { EntityName } from '../../api/contract/entities.ts';
import type { MutationName } from '../../api/contract/mutations.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';

const ACTS: Record<MutationName, string> = {
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
  'friendships.create': 'Invitation to',
  'friendships.accept': 'Accepted request of',
  'friendships.delete': 'Declined or removed partner',
  'friendships.withdraw': 'Withdrawn invitation',
  'profile.update': 'Edited profile',
  'cues.create': 'New cue',
  'cues.update': 'Edited cue',
  'cues.delete': 'Deleted cue',
  'cues.restore': 'Restored cue',
  'cues.import': 'Imported cue',
  'programs.create': 'New program',
  'programs.update': 'Edited program',
  'programs.delete': 'Deleted program',
  'programs.restore': 'Restored program',
  'programs.addCue': 'Cue added to program',
  'programs.orderCues': 'Cues reordered in program',
  'programs.removeCue': 'Cue taken out of program',
  'conflicts.settle': 'Settled conflict',
};

interface Named {
  title?: string | null;
  name?: string | null;
  content?: string | null;
  friendFirstName?: string | null;
  friendLastName?: string | null;
}

const nameIn = (row: Named | undefined) =>
  row?.title || row?.name || row?.content || [row?.friendFirstName, row?.friendLastName].filter(Boolean).join(' ');

/** A pending change in words: 'New session “Heel work in the rain”'. */
export async function recordWords(store: Store, record: OutboxRecord): Promise<string> {
  const cueId = record.payload['cueId'] ?? record.params['cueId'];
  const cue = typeof cueId === 'string' && nameIn(await lastKnown(store, 'cues', cueId));
  // Changes to a program's cues name the cue: 'Cue “Sit” added to program “Class C by spring”'.
  const act = (ACTS[record.call] ?? 'Change').replace(/^Cue /, cue ? `Cue “${cue}” ` : 'Cue ');
  const name = nameIn(record.payload) || nameIn(await lastKnown(store, record.entity, record.entityId));
  return name ? `${act} “${name}”` : act;
}

async function lastKnown(store: Store, entity: EntityName, id: string): Promise<Named | undefined> {
  const view = await store.view(entity).get(id);
  return (view ?? (await store.shadow.get([entity, id]))?.row ?? undefined) as Named | undefined;
}

/** A file in words: 'Video of “Blind search”'. Uses the file's own name if its record has no known name. */
export async function fileWords(store: Store, { entity, entityId, type, name }: DeviceMedia): Promise<string> {
  const kind = type.startsWith('video/') ? 'Video' : 'Picture';
  if (entity === 'profile') return `${kind} of your profile`;
  const owner = nameIn(entityId ? await lastKnown(store, entity, entityId) : undefined);
  return owner ? `${kind} of “${owner}”` : `${kind} “${name}”`;
}
