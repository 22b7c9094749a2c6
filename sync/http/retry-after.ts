/**
 * The wait that a Retry-After header asks for, in milliseconds; null without a valid one.
 * @param header seconds, or an HTTP date, which proxies send
 */
export function retryAfterMsOf(header: string | null | undefined, now: () => number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now() : seconds * 1_000;
  return ms > 0 && Number.isFinite(ms) ? ms : null;
}
