import type { MediaError, NotedOfChange, NotedOfFile, SendFailure } from '../../sync/store/failure.ts';
import { changeWords } from './record-words.ts';

type Noted = NotedOfChange | NotedOfFile;
type Words = { [Code in Noted['code']]: string | ((failure: Extract<Noted, { code: Code }>) => string) };

const WORDS: Words = {
  offline: 'Waiting for the network',
  dropped: 'The connection breaks off whenever this is sent.',
  intercepted: ({ status }) => `A proxy or firewall stops this on its way (${status}).`,
  aged: 'This was sent more than 90 days ago, and what it changed has been changed since. Please compare, then retry or discard.',
  out_of_sight: 'You can no longer see what this belongs to, so it was not sent. The text is still here.',
  partner_lost: 'The server was restored from a backup that does not know this partner. The text is still here; retry once you are partners again.',
  discarded: ({ subject }) => `“${changeWords(subject)}” was discarded, and this names it. Please edit or discard.`,
  network: 'The server did not answer',
  device: 'This device could not read the file',
  no_file: 'This file is no longer on this device. Please add it again.',
  hash_differs: 'The file arrived altered and is being sent again.',
  expired: 'The server no longer has what was sent before, so sending starts again.',
  lost: 'The app was closed before this file was safe on this device. Please add it again.',
  not_kept: 'This file could not be kept on this device. Please add it again.',
  damaged: 'This file was damaged while it was locked on this device. Please add it again.',
};

const TEXTS = {
  answered: (status: number) => `The server answered ${status}`,
  /** Without a reason, or with one that another app version noted. */
  unknown: 'Not accepted',
} as const;

/** Why a change or file did not get through: in the server's words if it sent some, else in ours. */
export function failureWords(failure: SendFailure | MediaError | null): string {
  if (!failure) return TEXTS.unknown;
  if (failure.message !== undefined) return failure.message || TEXTS.answered(failure.status);
  // The code decides which failure the function takes, which TypeScript cannot follow.
  const words = WORDS[failure.code] as string | ((failure: Noted) => string) | undefined;
  return (typeof words === 'function' ? words(failure) : words) ?? TEXTS.unknown;
}
