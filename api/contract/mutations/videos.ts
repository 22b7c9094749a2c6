import { mutation } from '../call.ts';
import { NEW_VIDEO, VIDEO_MERGE, VideoCreate, VideoPatch } from '../entities/video.ts';
import { created, deleted, moment, noPayload, patched, restored, withBase } from './effects.ts';

export const VIDEO_MUTATIONS = {
  'videos.create': mutation({
    method: 'POST',
    path: '/api/videos',
    entity: 'videos',
    payload: VideoCreate,
    effect: (_row, payload, context) => ({
      ...created(NEW_VIDEO, payload, context),
      trainedAt: moment(payload.trainedAt ?? context.now),
    }),
  }),
  'videos.update': mutation({
    method: 'PATCH',
    path: '/api/videos/{id}',
    entity: 'videos',
    payload: withBase(VideoPatch),
    merge: VIDEO_MERGE,
    effect: (row, patch, context) => patched(row, patch.trainedAt ? { ...patch, trainedAt: moment(patch.trainedAt) } : patch, context),
  }),
  'videos.delete': mutation({
    method: 'DELETE',
    path: '/api/videos/{id}',
    entity: 'videos',
    payload: noPayload,
    effect: deleted,
  }),
  'videos.restore': mutation({
    method: 'POST',
    path: '/api/videos/{id}/restore',
    entity: 'videos',
    payload: noPayload,
    effect: restored,
  }),
  'videos.share': mutation({
    method: 'POST',
    path: '/api/videos/{id}/share',
    entity: 'videos',
    payload: noPayload,
    effect: (row, _payload, context) => patched(row, { shared: true }, context),
  }),
  'videos.unshare': mutation({
    method: 'DELETE',
    path: '/api/videos/{id}/share',
    entity: 'videos',
    payload: noPayload,
    effect: (row, _payload, context) => patched(row, { shared: false }, context),
  }),
} as const;
