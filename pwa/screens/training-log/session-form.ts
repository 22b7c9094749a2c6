import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { type Video, VideoCreate } from '../../../api/contract/entities/video.ts';
import { moment } from '../../../api/contract/text.ts';
import type { SessionStart } from '../../../sync/queries/new-session.ts';
import { clockTimeAt, momentAt } from '../../dates/training-moment.ts';

/** Form values of the session dialogs: the contract's fields as their inputs hold them. */
export interface SessionForm {
  title: string;
  description: string;
  /** '' for no dog. */
  dogId: string;
  /** Clock time in the session's time zone, 'YYYY-MM-DDTHH:mm'. */
  trainedAt: string;
  /** The saved file is to be removed. */
  mediaRemoved: boolean;
}

/** The contract's own rules and messages; only the moment is entered as a clock time. */
export const SessionFormSchema = z.object({
  title: VideoCreate.shape.title,
  description: z.nonoptional(VideoCreate.shape.description),
  dogId: z.string(),
  trainedAt: z.string().check(z.refine((time) => z.safeParse(moment, momentAt(time, 'UTC')).success, 'Please enter a date and time')),
  mediaRemoved: z.boolean(),
});

export const sessionFormResolver = standardSchemaResolver<SessionForm, unknown, SessionForm>(SessionFormSchema);

export const blankSession = (now: string, zone: string, { title, dogId }: SessionStart = { title: '', dogId: null }): SessionForm => ({
  title,
  description: '',
  dogId: dogId ?? '',
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

/** The payload of a new session. The input holds minutes only, so an unchanged time keeps its seconds. */
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

/** Only changed fields, to keep another device's edits of the others. */
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
