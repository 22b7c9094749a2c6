import { Refusal } from '../errors.ts';

const TRIES = 3;

/**
 * Sends again when the line broke before there was an answer. The SDK itself does not send a stream twice.
 * @throws Refusal 503 when there is none in the end, either: what has arrived before is kept
 */
export async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (cause) {
      const { $metadata } = cause as { $metadata?: { httpStatusCode?: number } };
      if ($metadata?.httpStatusCode !== undefined) throw cause;
      if (tries === TRIES) {
        throw new Refusal('unavailable', 'The server cannot reach its store of files. Your upload is kept and goes on when it can.', { cause });
      }
    }
  }
}
