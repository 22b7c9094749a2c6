import { KEY_KEPT_DAYS } from '../../api/contract/limits.ts';
import type { MediaError, NotedOfChange, NotedOfFile, SendFailure } from '../../sync/store/failure.ts';
import { changeWords } from './record-words.ts';

type Noted = NotedOfChange | NotedOfFile;
type Words = { [Code in Noted['code']]: string | ((failure: Extract<Noted, { code: Code }>) => string) };

const WORDS: Words = {
  offline: 'Waiting for the network',
  dropped: 'The connection drops whenever this is sent.',
  intercepted: ({ status }) => `A proxy or firewall is blocking this (${status}).`,
  aged: `This was sent more than ${KEY_KEPT_DAYS} days ago, and there are newer changes since. Please compare, then retry or discard.`,
  out_of_sight: "You no longer have access to this, so the change wasn't sent. The text is still here.",
  partner_lost: 'The server was restored from a backup without this partner. The text is still here; retry once you are partners again.',
  discarded: ({ subject }) => `“${changeWords(subject)}” was discarded, and this refers to it. Please edit or discard.`,
  network: 'The server did not answer',
  device: 'This device could not read the file',
  no_file: 'This file is no longer on this device. Please add it again.',
  hash_differs: 'The file arrived damaged and is being sent again.',
  expired: 'The server lost the part that was sent, so the upload starts again.',
  lost: 'The app closed before this file was saved. Please add it again.',
  not_kept: "Couldn't save this file on this device. Please add it again.",
  damaged: 'This file was damaged while it was locked on this device. Please add it again.',
};

const TEXTS = {
  answered: (status: number) => `The server answered ${status}`,
  /** Without a reason, or with one that another app version noted. */
  unknown: 'Not accepted',
} as const;

/** Why a change or file did not get through: in the server's words if it sent some, otherwise in ours. */
export function failureWords(failure: SendFailure | MediaError | null): string {
  if (!failure) return TEXTS.unknown;
  if (failure.message !== undefined) return failure.message || TEXTS.answered(failure.status);
  // The code decides which failure the function takes, which TypeScript cannot follow.
  const words = WORDS[failure.code] as string | ((failure: Noted) => string) | undefined;
  return (typeof words === 'function' ? words(failure) : words) ?? TEXTS.unknown;
}
