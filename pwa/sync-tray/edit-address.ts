import type { ChangeEntry } from '../../sync/status/read-queue.ts';

/** Payload fields that the author did not type. */
const NAMES = ['id', 'base', 'cueId', 'cueIds', 'orderIndex', 'isAdult'];

/** The path where a change can be edited; null if it has nothing to edit, for example a deletion or an imported cue. */
export function editAddress({ entity, entityId, payload }: Pick<ChangeEntry, 'entity' | 'entityId' | 'payload'>): string | null {
  if (!Object.keys(payload).some((field) => !NAMES.includes(field))) return null;
  switch (entity) {
    case 'videos':
      return `/?dialog=edit-session&id=${entityId}`;
    case 'dogs':
      return `/my-dogs?dialog=edit-dog&id=${entityId}`;
    case 'cues':
      return `/cues?tab=mine&dialog=edit-cue&id=${entityId}`;
    case 'programs':
      return `/programs?dialog=edit-program&id=${entityId}`;
    case 'plans':
      return `/?dialog=edit-plan&id=${entityId}`;
    case 'trials':
      return `/my-dogs?dialog=edit-trial&id=${entityId}`;
    case 'profile':
      return '/profile/edit';
    default:
      return null;
  }
}
