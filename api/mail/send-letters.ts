import type { Services } from '../services.ts';
import type { Letter } from './letter.ts';

/** A letter that waits for the commit of what it is about. */
export interface Addressed {
  /** Null for a person without an address. */
  to: string | null;
  letter: Letter;
}

/** Sends letters without waiting for them. A failure goes to the log, without the address. */
export function sendLetters({ mail, log }: Pick<Services, 'mail' | 'log'>, letters: readonly Addressed[]): void {
  for (const { to, letter } of letters) {
    if (to === null) continue;
    mail.send(to, letter).catch((error: unknown) => log.warn({ err: error }, 'A letter could not be sent'));
  }
}
