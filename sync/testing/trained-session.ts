import { NEW_VIDEO, type Video } from '../../api/contract/entities/video.ts';

/** A session of `ownerId` with this number in its title and id, trained and created at that moment. */
export const trainedSession = (ownerId: string, number: number, moment: string, changes: Partial<Video> = {}): Video => ({
  ...NEW_VIDEO,
  id: `44444444-4444-4444-8444-${String(number).padStart(12, '0')}`,
  ownerId,
  title: `Session ${number}`,
  trainedAt: moment,
  trainedZone: 'Europe/London',
  createdAt: moment,
  updatedAt: moment,
  deletedAt: null,
  version: 1,
  ...changes,
});
