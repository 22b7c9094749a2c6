/**
 * The longest wait that the server asks for (`RATES`). Proxies may ask for days, and a browser's timer of over 25 days
 * fires at once.
 */
const LONGEST_MS = 3_600_000;

/**
 * The wait that a Retry-After header asks for, in milliseconds, at most an hour (R293); null without a valid one.
 * @param header seconds, or an HTTP date, which proxies send
 */
export function retryAfterMsOf(header: string | null | undefined, now: () => number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now() : seconds * 1_000;
  return ms > 0 && Number.isFinite(ms) ? Math.min(ms, LONGEST_MS) : null;
}
