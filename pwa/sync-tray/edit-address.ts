import type { QueueEntry } from '../../sync/status.ts';

/** What a change names besides what its author typed. */
const NAMES = ['id', 'base', 'cueId', 'cueIds', 'orderIndex'];

/** Where a change can be edited; null where there is nothing to edit, as with a deletion or an imported cue. */
export function editAddress({ entity, entityId, payload }: Pick<QueueEntry, 'entity' | 'entityId' | 'payload'>): string | null {
  if (!Object.keys(payload ?? {}).some((field) => !NAMES.includes(field))) return null;
  switch (entity) {
    case 'videos':
      return `/?dialog=edit-session&id=${entityId}`;
    case 'dogs':
      return `/my-dogs?dialog=edit-dog&id=${entityId}`;
    case 'cues':
      return `/cues?tab=mine&dialog=edit-cue&id=${entityId}`;
    case 'programs':
      return `/programs?dialog=edit-program&id=${entityId}`;
    case 'profile':
      return '/profile/edit';
    default:
      return null;
  }
}
