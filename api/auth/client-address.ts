import { isIP } from 'node:net';
import type { Context } from 'hono';

/**
 * The address that a request came from. X-Forwarded-For is a list that each proxy lengthens at its end, so only as
 * many entries from the end are believed as proxies are known to stand in front (TRUST_PROXY): the rest is whatever
 * the client wrote there. 'unknown' where there is no connection, as in tests.
 */
export function clientAddress(c: Context, trustProxy: number): string {
  const connection: string | undefined = c.env?.incoming?.socket?.remoteAddress;
  let address = bare(connection ?? '') ?? 'unknown';
  if (trustProxy === 0) return address;
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').reverse().slice(0, trustProxy);
  for (const hop of hops) {
    const named = bare(hop);
    // What is no address was not written by a proxy; the last one that was known counts.
    if (named === null) break;
    address = named;
  }
  return address;
}

/** Without brackets, port, zone and the prefix of an IPv4 address in IPv6 clothes; null for what is no address. */
function bare(text: string): string | null {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const withoutPort = inBrackets ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = withoutPort.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) ? address : null;
}

/** What limits by address count: an IPv4 address, or the /64 of an IPv6 one, which is what one household is given. */
export function addressBucket(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // A dotted end stands for two groups.
    const length = groups.length + after.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array.from({ length: 8 - length }, () => '0'), ...after);
  }
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
