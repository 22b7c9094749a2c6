import type { MutationName, MutationPayload } from '../api/contract/mutations.ts';

/** The forms that save one change. */
export type FormCall = Extract<MutationName, 'videos.create' | 'videos.update' | 'dogs.create' | 'dogs.update' | 'cues.create' | 'cues.update'>;

/** What a form saves. It is stored with the draft, complete enough to make the change again after a crash. */
export type FormChange = {
  [Call in FormCall]: {
    call: Call;
    /** The row. A new one gets its id when the form opens, so that a repeat makes no second row. */
    id: string;
    payload: MutationPayload<Call>;
    /** A file on this device that the row gets. */
    mediaId: string | null;
    /** The row loses the file it has. */
    mediaRemoved?: boolean;
  };
}[FormCall];
