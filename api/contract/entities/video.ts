import * as z from 'zod/mini';
import { DerivedKind } from '../derived-kind.ts';
import { MESSAGES } from '../errors.ts';
import { NAME_MAX, TEXT_MAX, TITLE_MAX } from '../limits.ts';
import type { MergeKind } from '../merge.ts';
import { REP_KINDS } from '../reps.ts';
import { id, moment, newRowId, objectPath, requiredText, stamp, text, zone } from '../text.ts';
import { TrainingSet } from './set.ts';

/**
 * A training session in the log. Calls name it `videos` (R38), with or without a video; the
 * screens say "session".
 */
export const Video = z.object({
  id,
  ownerId: id,
  title: z.string(),
  description: z.string(),
  dogId: z.nullable(id),
  /** The conditions, as the trainer names them (R354). The public page shows none of them. */
  weather: z.nullable(z.string()),
  surface: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** Object path of the media, a video or a picture; null if there is none or it isn't uploaded yet. */
  videoUrl: z.nullable(z.string()),
  /** Object path of the poster; empty if there is none. */
  thumbnailUrl: z.string(),
  /** Sniffed media type of `videoUrl`. */
  mediaType: z.nullable(z.string()),
  /** Length of a video as the device or the server measured it; null if neither could. */
  durationSeconds: z.nullable(z.number()),
  /** Derived files that exist so far, each served under the media's own path. */
  derived: z.array(DerivedKind),
  /** Whether the public link is on (R103). */
  shared: z.boolean(),
  /** Whether the page behind the public link shows the results too (R355). */
  showsResults: z.boolean(),
  trainedAt: stamp,
  /** IANA zone of the training ground; it determines the training day (R42). */
  trainedZone: z.string(),
  createdAt: stamp,
  updatedAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Video = z.infer<typeof Video>;

/** A session as GET returns it. */
export const VideoAnswer = z.extend(Video, {
  ownerName: z.string(),
  dogName: z.nullable(z.string()),
  dogImage: z.nullable(z.string()),
  commentCount: z.int(),
});
export type VideoAnswer = z.infer<typeof VideoAnswer>;

/** The result of a set behind a public link: without moments, latencies and notes. */
export const SharedResult = z.extend(
  z.pick(TrainingSet, { exercise: true, distanceM: true, durationS: true, count: true, countWord: true, distraction: true }),
  {
    /** What the dog did, rep by rep. */
    kinds: z.array(z.enum(REP_KINDS)),
    /** How many of them, the last ones, were typed as a result and have no order. Servers of earlier builds do not say. */
    typed: z._default(z.int(), 0),
  },
);
export type SharedResult = z.infer<typeof SharedResult>;

/**
 * A session as anyone with its public link sees it while sharing is on (R103): the training,
 * without its owner.
 */
export const SharedVideo = z.extend(
  z.pick(Video, {
    id: true,
    title: true,
    description: true,
    videoUrl: true,
    thumbnailUrl: true,
    mediaType: true,
    derived: true,
    trainedAt: true,
    trainedZone: true,
  }),
  {
    dogName: z.nullable(z.string()),
    /** Sets that have reps, in order, unless the owner hides them (R355). */
    results: z.array(SharedResult),
  },
);
export type SharedVideo = z.infer<typeof SharedVideo>;

const noPath = z.literal('');
const fields = {
  title: requiredText(TITLE_MAX, MESSAGES.titleRequired),
  description: text(TEXT_MAX),
  dogId: z.nullable(id),
  weather: z.nullable(text(NAME_MAX)),
  surface: z.nullable(text(NAME_MAX)),
  place: z.nullable(text(NAME_MAX)),
  showsResults: z.boolean('Must be true or false'),
  videoUrl: z.nullable(objectPath),
  thumbnailUrl: z.union([noPath, objectPath], 'Must be the path of an uploaded object'),
  trainedAt: moment,
  trainedZone: zone,
};

export const VideoCreate = z.extend(z.partial(z.object(fields)), {
  id: z.optional(newRowId),
  title: fields.title,
});
export type VideoCreate = z.infer<typeof VideoCreate>;

/** Values of the fields that a create leaves out; the time defaults to now. */
export const NEW_VIDEO = {
  description: '',
  dogId: null,
  weather: null,
  surface: null,
  place: null,
  videoUrl: null,
  thumbnailUrl: '',
  mediaType: null,
  durationSeconds: null,
  derived: [],
  shared: false,
  showsResults: false,
  trainedZone: 'UTC',
};

export const VideoPatch = z.partial(z.object(fields));
export type VideoPatch = z.infer<typeof VideoPatch>;

export const VIDEO_MERGE: Record<keyof VideoPatch, MergeKind> = {
  title: 'scalar',
  description: 'text',
  dogId: 'scalar',
  weather: 'scalar',
  surface: 'scalar',
  place: 'scalar',
  showsResults: 'scalar',
  videoUrl: 'scalar',
  thumbnailUrl: 'scalar',
  trainedAt: 'scalar',
  trainedZone: 'scalar',
};

export const VideoShare = z.object({ shared: z.boolean() });
