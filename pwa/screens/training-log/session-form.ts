import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type Video, VideoCreate } from '../../../api/contract/entities/video.ts';
import { moment } from '../../../api/contract/text.ts';
import { clockTimeAt, momentAt } from '../../dates/training-moment.ts';

/** What the session dialogs hold: the contract's fields as inputs show them. */
export interface SessionForm {
  title: string;
  description: string;
  /** Empty: no dog. */
  dogId: string;
  /** What the clock showed on the training ground, 'YYYY-MM-DDTHH:mm'. */
  trainedAt: string;
  /** The file that it had is taken away. */
  mediaRemoved: boolean;
}

/** The contract's own rules and words; only the moment is typed as a time on a clock. */
export const SessionFormSchema = z.object({
  title: VideoCreate.shape.title,
  description: z.nonoptional(VideoCreate.shape.description),
  dogId: z.string(),
  trainedAt: z.string().check(z.refine((time) => z.safeParse(moment, momentAt(time, 'UTC')).success, 'Please enter a date and time')),
  mediaRemoved: z.boolean(),
});

export const sessionFormResolver = standardSchemaResolver<SessionForm, unknown, SessionForm>(SessionFormSchema);

export const blankSession = (now: string, zone: string, dogId = ''): SessionForm => ({
  title: '',
  description: '',
  dogId,
  trainedAt: clockTimeAt(now, zone),
  mediaRemoved: false,
});

export const formOf = (video: Video): SessionForm => ({
  title: video.title,
  description: video.description,
  dogId: video.dogId ?? '',
  trainedAt: clockTimeAt(video.trainedAt, video.trainedZone),
  mediaRemoved: false,
});

/** The payload of a new session. The clock holds minutes: left as it was, the moment keeps its seconds. */
export function createOf(values: SessionForm, opened: { now: string; zone: string }) {
  const untouched = values.trainedAt === clockTimeAt(opened.now, opened.zone);
  return {
    title: values.title,
    description: values.description,
    dogId: values.dogId || null,
    trainedAt: untouched ? opened.now : (momentAt(values.trainedAt, opened.zone) ?? opened.now),
    trainedZone: opened.zone,
  };
}

/** Only what was changed, so that another device's edit of another field stands. */
export function patchOf(values: SessionForm, changed: readonly (keyof SessionForm)[], zone: string) {
  const is = (field: keyof SessionForm) => changed.includes(field);
  const at = momentAt(values.trainedAt, zone);
  return {
    ...(is('title') && { title: values.title }),
    ...(is('description') && { description: values.description }),
    ...(is('dogId') && { dogId: values.dogId || null }),
    ...(is('trainedAt') && at !== null && { trainedAt: at }),
  };
}
