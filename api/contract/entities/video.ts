import * as z from 'zod/mini';
import { DerivedKind } from '../derived-kind.ts';
import { MESSAGES } from '../errors.ts';
import { TEXT_MAX, TITLE_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { id, moment, objectPath, requiredText, stamp, text, zone } from '../text.ts';

/**
 * A training session in the log. The calls name it `videos` (specification, section 7), with or without a video;
 * people read "session".
 */
export const Video = z.object({
  id,
  ownerId: id,
  title: z.string(),
  description: z.string(),
  dogId: z.nullable(id),
  /** Object path of the media, a video or a picture; null while it is still on its device, or when there is none. */
  videoUrl: z.nullable(z.string()),
  /** Object path of the poster; empty when there is none. */
  thumbnailUrl: z.string(),
  /** The sniffed type of what videoUrl names. */
  mediaType: z.nullable(z.string()),
  /** Of a video, as its device or the server read it; null where nobody could. */
  durationSeconds: z.nullable(z.number()),
  /** What the server has made of the media by now; each lies under the media's own path. */
  derived: z.array(DerivedKind),
  /** Whether the public link is on (design section 7, decision 1). */
  shared: z.boolean(),
  trainedAt: stamp,
  /** IANA zone of the training ground: the training day is a day there (decision 21). */
  trainedZone: z.string(),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Video = z.infer<typeof Video>;

/** A session as GET answers it. */
export const VideoAnswer = z.extend(Video, {
  ownerName: z.string(),
  dogName: z.nullable(z.string()),
  dogImage: z.nullable(z.string()),
  commentCount: z.int(),
});
export type VideoAnswer = z.infer<typeof VideoAnswer>;

/**
 * A session as everybody sees it who has its public link while that is on (design section 7, decision 1): what was
 * trained, and nothing of who trained it.
 */
export const SharedVideo = z.extend(
  z.pick(Video, { id: true, title: true, description: true, videoUrl: true, thumbnailUrl: true, mediaType: true, derived: true, trainedAt: true, trainedZone: true }),
  { dogName: z.nullable(z.string()) },
);
export type SharedVideo = z.infer<typeof SharedVideo>;

const noPath = z.literal('');
const fields = {
  title: requiredText(TITLE_MAX, MESSAGES.titleRequired),
  description: text(TEXT_MAX),
  dogId: z.nullable(id),
  videoUrl: z.nullable(objectPath),
  thumbnailUrl: z.union([noPath, objectPath], 'Must be the path of an uploaded object'),
  trainedAt: moment,
  trainedZone: zone,
};

export const VideoCreate = z.extend(z.partial(z.object(fields)), {
  id: z.optional(id),
  title: fields.title,
});
export type VideoCreate = z.infer<typeof VideoCreate>;

export const VideoPatch = z.partial(z.object(fields));
export type VideoPatch = z.infer<typeof VideoPatch>;

export const VIDEO_MERGE: Record<keyof VideoPatch, MergeKind> = {
  title: 'scalar',
  description: 'text',
  dogId: 'scalar',
  videoUrl: 'scalar',
  thumbnailUrl: 'scalar',
  trainedAt: 'scalar',
  trainedZone: 'scalar',
};

export const VideoShare = z.object({ shared: z.boolean() });
