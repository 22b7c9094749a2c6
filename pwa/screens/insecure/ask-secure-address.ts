import type { AddressAnswer } from '../../../api/contract/address.ts';

/** Short, because a person is waiting for the page. */
const ANSWER_MS = 4_000;

/** @returns the https origin of this server; null if it has none, or does not answer */
export async function askSecureAddress(): Promise<string | null> {
  try {
    const answer = await fetch('/api/address', { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(ANSWER_MS) });
    const { publicUrl } = (await answer.json()) as AddressAnswer;
    return publicUrl.startsWith('https://') ? publicUrl : null;
  } catch {
    return null;
  }
}
