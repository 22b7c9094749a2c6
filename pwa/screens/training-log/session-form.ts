import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { NEW_VIDEO, type Video, VideoPatch } from '../../../api/contract/entities/video.ts';
import type { newRow } from '../../../api/contract/mutations/effects.ts';
import { moment } from '../../../api/contract/text.ts';
import type { SessionStart } from '../../../sync/queries/new-session.ts';
import { clockTimeAt, momentAt } from '../../dates/training-moment.ts';
import { textInputs } from '../../forms/text-inputs.ts';
import { completeEntry, EntrySchema, type ExerciseEntry } from '../../sets/exercise-form.ts';

// The dialogs convert the time and the file; Share has the switch for results. All other fields are typed or chosen as text.
const { trainedAt: _at, trainedZone: _zone, videoUrl: _file, thumbnailUrl: _poster, showsResults: _results, ...texts } = VideoPatch.shape;
const inputs = textInputs(texts);

/** Uses the contract's rules and messages. The moment is typed as a clock time. */
export const SessionFormSchema = z.object({
  ...inputs.schemas,
  /** Clock time in the session's time zone, 'YYYY-MM-DDTHH:mm'. */
  trainedAt: z.string().check(z.refine((time) => z.safeParse(moment, momentAt(time, 'UTC')).success, 'Please enter a date and time')),
  /** The person removed the saved file. */
  mediaRemoved: z.boolean(),
  /** The exercises of a new session. Those of a saved one are on its page. */
  exercises: z.array(EntrySchema),
});

/** Form values of the session dialogs: the contract's fields as their inputs hold them. */
export type SessionForm = z.infer<typeof SessionFormSchema>;

/** The values of a draft: earlier builds stored exercises in another form. */
export const fromSessionDraft = (values: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(values['exercises']) ? { ...values, exercises: (values['exercises'] as ExerciseEntry[]).map(completeEntry) } : values;

export const sessionFormResolver = standardSchemaResolver<SessionForm, unknown, SessionForm>(SessionFormSchema);

export const formOf = (video: Omit<Video, keyof ReturnType<typeof newRow>>): SessionForm => ({
  ...inputs.valuesOf(video),
  trainedAt: clockTimeAt(video.trainedAt, video.trainedZone),
  mediaRemoved: false,
  exercises: [],
});

export const blankSession = (now: string, zone: string, start: SessionStart = { title: '', dogId: null }): SessionForm =>
  formOf({ ...NEW_VIDEO, ...start, trainedAt: now, trainedZone: zone });

/** The payload of a new session. The input holds minutes only, so an unchanged time keeps its seconds. */
export function createOf(values: SessionForm, opened: { now: string; zone: string }) {
  const untouched = values.trainedAt === clockTimeAt(opened.now, opened.zone);
  return {
    ...inputs.payloadOf(values),
    trainedAt: untouched ? opened.now : (momentAt(values.trainedAt, opened.zone) ?? opened.now),
    trainedZone: opened.zone,
  };
}

/** Includes only changed fields, to keep another device's edits of the other fields. */
export function patchOf(values: SessionForm, changed: readonly (keyof SessionForm)[], zone: string): VideoPatch {
  const texts = Object.fromEntries(
    Object.entries(inputs.payloadOf(values)).filter(([field]) => changed.includes(field as keyof SessionForm)),
  );
  const at = momentAt(values.trainedAt, zone);
  return { ...texts, ...(changed.includes('trainedAt') && at !== null && { trainedAt: at }) };
}
