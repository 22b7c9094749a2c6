/** What a browser tells of a request that it has made (Resource Timing). */
interface Timing {
  name: string;
  nextHopProtocol?: string;
}

/**
 * Whether requests to the server share one connection, by what the browser tells of those that it has made. Where it
 * tells nothing they do not.
 */
export function sharesConnections(made: readonly Timing[], origin: string): boolean {
  return made.some(({ name, nextHopProtocol = '' }) => name.startsWith(`${origin}/`) && /^h[23]/.test(nextHopProtocol));
}
