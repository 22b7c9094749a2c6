import { mustNotBeMinor } from '../account/minors.ts';
import { UNDER_18 } from '../contract/entities/user.ts';
import { MUTATIONS } from '../contract/mutations.ts';
import { trainingDay } from '../contract/training-day.ts';
import { videos } from '../db/tables/training.ts';
import { isTakenDown, mustMayBeShared } from '../reports/taken-down.ts';
import { serializeVideo } from '../serialize-rows.ts';
import type { MutationHandlers } from './mutation-handler.ts';
import { applyToRow, createRow, deleteRow, type OwnedKind, restoreRow, updateRow } from './owned-rows.ts';
import { arePartners } from './partners.ts';
import { mustBeOwnDog, mustBeOwnObject } from './references.ts';

const NO_MEDIA = { mediaType: null, durationSeconds: null, derived: [] };

const videoKind: OwnedKind<'videos'> = {
  entity: 'videos',
  table: videos,
  serialize: serializeVideo,
  extraColumns: ({ trainedAt, trainedZone }) => ({ trainedDay: trainingDay(trainedAt, trainedZone) }),
  after: async ({ tell, actor }, { id }, before) => {
    if (!before) tell({ kind: 'session', actorId: actor.userId, recipientId: null, videoId: id });
  },
  async settle(context, row, before) {
    if (row.shared && !before?.shared) {
      await mustNotBeMinor(context, UNDER_18.link);
      await mustMayBeShared(context, row.id);
    }
    let { dogId } = row;
    let ofMedia = { mediaType: row.mediaType, durationSeconds: row.durationSeconds, derived: row.derived };
    let columns: { formerDogId?: string | null } = {};
    if (dogId !== (before?.dogId ?? null)) {
      // The author chose again: restoring a dog must not undo that choice.
      columns = { formerDogId: null };
      if (dogId && (await mustBeOwnDog(context, dogId)) === 'deleted') {
        columns = { formerDogId: dogId };
        dogId = null;
      }
    }
    if (row.videoUrl !== (before?.videoUrl ?? null)) {
      ofMedia = row.videoUrl ? await mustBeOwnObject(context, 'videoUrl', row.videoUrl, 'media') : NO_MEDIA;
    }
    if (row.thumbnailUrl && row.thumbnailUrl !== before?.thumbnailUrl) {
      await mustBeOwnObject(context, 'thumbnailUrl', row.thumbnailUrl, 'picture');
    }
    return { row: { ...row, dogId, ...ofMedia }, columns };
  },
  isVisible: async ({ tx, actor }, { id, ownerId }) => !(await isTakenDown(tx, id)) && (await arePartners(tx, actor.userId, ownerId)),
  raise({ raise }, { ownerId, id }) {
    raise('own', ownerId, 'videos', id);
    raise('shown', ownerId, 'videos', id);
  },
};

export const videoHandlers: MutationHandlers<
  'videos.create' | 'videos.update' | 'videos.delete' | 'videos.restore' | 'videos.share' | 'videos.unshare'
> = {
  'videos.create': (context, payload) => createRow(context, videoKind, MUTATIONS['videos.create'], payload),
  'videos.update': (context, payload) => updateRow(context, videoKind, MUTATIONS['videos.update'], payload),
  'videos.delete': (context) => deleteRow(context, videoKind, MUTATIONS['videos.delete']),
  'videos.restore': (context) => restoreRow(context, videoKind, MUTATIONS['videos.restore']),
  'videos.share': (context) => applyToRow(context, videoKind, MUTATIONS['videos.share'], undefined),
  'videos.unshare': (context) => applyToRow(context, videoKind, MUTATIONS['videos.unshare'], undefined),
};
