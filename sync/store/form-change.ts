import type { MutationName, MutationPayload } from '../../api/contract/mutations.ts';

/** The forms that save one change. */
export type FormCall = Extract<
  MutationName,
  'videos.create' | 'videos.update' | 'dogs.create' | 'dogs.update' | 'cues.create' | 'cues.update' | 'sets.update' | 'plans.update'
>;

/** The complete change of a form. The draft stores it, so that a restart after a crash can make the change. */
export type FormChange = {
  [Call in FormCall]: {
    call: Call;
    /** The row. A new row gets its id when the form opens, so that a repeat does not create a second one. */
    id: string;
    payload: MutationPayload<Call>;
    /** A file on this device to attach to the row. */
    mediaId: string | null;
    /** Removes the row's current file. */
    mediaRemoved?: boolean;
    /** Sets of a new session, saved with it. */
    sets?: readonly MutationPayload<'sets.create'>[];
  };
}[FormCall];
