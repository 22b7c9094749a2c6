import type { QueueEntry } from '../../sync/status.ts';

/** Where a change can be edited; null where there is nothing to edit, as with a deletion. */
export function editAddress({ entity, entityId }: Pick<QueueEntry, 'entity' | 'entityId'>): string | null {
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
