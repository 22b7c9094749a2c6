/** The part of a Resource Timing entry that we use. */
interface Timing {
  name: string;
  nextHopProtocol?: string;
}

/**
 * Whether requests to the server share one connection, judged by the browser's timing of earlier requests. False if it
 * has no data.
 */
export function sharesConnections(made: readonly Timing[], origin: string): boolean {
  return made.some(({ name, nextHopProtocol = '' }) => name.startsWith(`${origin}/`) && /^h[23]/.test(nextHopProtocol));
}
