/**
 * What a Retry-After header asks for, in milliseconds; null without one that makes sense.
 * @param header seconds, or the date of HTTP, which proxies send
 */
export function retryAfterMsOf(header: string | null | undefined, now: () => number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now() : seconds * 1_000;
  return ms > 0 && Number.isFinite(ms) ? ms : null;
}
