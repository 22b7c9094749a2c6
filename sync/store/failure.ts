import type { MutationName } from '../../api/contract/mutations.ts';

/** A failure that the server answered. App versions without codes stored the text for the screen in `message`. */
export interface AnsweredFailure {
  /** HTTP status; 0 without an answer. */
  status: number;
  /** A contract code, or one of a newer server. */
  code: string;
  /** The server's text for the screen; empty if it sent none. */
  message: string;
  /** Message by field name. */
  fields?: Record<string, string>;
}

/** What a pending change is about. The names are null if this device does not know them. */
export interface ChangeSubject {
  /** May be a call of another app version at runtime. */
  call: MutationName;
  /** Name of the cue that a change of a program's cues is about. */
  cue: string | null;
  /** Name of the row. */
  name: string | null;
}

/** A failure that this device found itself. It has no `message`; screens have the words for its code. */
type Noted<Code extends string> = Code extends string
  ? {
      /** HTTP status of the proxy's page, or of the answer that this failure replaces; otherwise 0. */
      status: number;
      code: Code;
      message?: never;
      fields?: never;
    }
  : never;

/**
 * Why a change did not get through, as noted by this device:
 * - `offline`: it waits for the network
 * - `dropped`, `intercepted`: the connection breaks, or a proxy answers, whenever the change is sent
 * - `aged`: it was sent more than `KEY_KEPT_DAYS` ago, and its row has changed since
 * - `out_of_sight`: the person may no longer see the row that the change belongs to
 * - `partner_lost`: the restored server does not know this partner
 * - `discarded`: the new row that the change references was discarded
 */
export type NotedOfChange =
  | Noted<'offline' | 'dropped' | 'intercepted' | 'aged' | 'out_of_sight' | 'partner_lost'>
  | (Noted<'discarded'> & { subject: ChangeSubject });

/**
 * Why a file did not get through, as noted by this device:
 * - `network`: no answer
 * - `intercepted`: a proxy refuses even the smallest part
 * - `device`: this device could not read the file now
 * - `no_file`: the file is gone from this device
 * - `hash_differs`: the file arrived altered
 * - `expired`: the server no longer has the first part
 * - `lost`: the app ended before the file was stored
 * - `not_kept`: the file could not be stored
 * - `damaged`: the file was altered while it was locked
 */
export type NotedOfFile = Noted<
  'network' | 'intercepted' | 'device' | 'no_file' | 'hash_differs' | 'expired' | 'lost' | 'not_kept' | 'damaged'
>;

/** Why a record did not get through the last time it was sent. */
export type SendFailure = AnsweredFailure | NotedOfChange;

/** Why a file did not get through. */
export type MediaError = AnsweredFailure | NotedOfFile;
