import type { DeviceMedia } from '../store/media-row.ts';

/** A film of a session that is stored on this device, with nothing of it sent. */
export const keptFile = (changes: Pick<DeviceMedia, 'id' | 'entityId'> & Partial<DeviceMedia>): DeviceMedia => ({
  entity: 'videos',
  field: 'videoUrl',
  fileName: changes.id,
  name: 'track.mp4',
  type: 'video/mp4',
  size: 2_000_000,
  sha256: null,
  poster: null,
  durationSeconds: null,
  state: 'kept',
  uploadUrl: null,
  acknowledgedBytes: 0,
  sentBytes: 0,
  bytesPerSecond: 0,
  posterState: 'none',
  objectPath: null,
  posterPath: null,
  attempts: 0,
  nextAttemptAt: 0,
  lastError: null,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
});
