import { Refusal } from '../../errors.ts';

const TRIES = 3;

/**
 * Retries when the connection broke before an answer. The SDK itself does not retry a stream.
 * @throws Refusal 503 after the last attempt; bytes received earlier are kept
 */
export async function retryUnanswered<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (cause) {
      const { $metadata } = cause as { $metadata?: { httpStatusCode?: number } };
      if ($metadata?.httpStatusCode !== undefined) throw cause;
      if (tries === TRIES) {
        throw new Refusal('unavailable', "The server can't reach its file storage. Your upload is kept and continues when it can.", {
          cause,
        });
      }
    }
  }
}
