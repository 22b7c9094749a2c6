import { isIP } from 'node:net';
import type { Context } from 'hono';

/**
 * The client's address. Each proxy appends to X-Forwarded-For, so only the last TRUST_PROXY entries are trusted; the
 * client can forge the rest. 'unknown' without a connection, as in tests.
 */
export function clientAddress(c: Context, trustProxy: number): string {
  const connection: string | undefined = c.env?.incoming?.socket?.remoteAddress;
  let address = bare(connection ?? '') ?? 'unknown';
  if (trustProxy === 0) return address;
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').reverse().slice(0, trustProxy);
  for (const hop of hops) {
    const named = bare(hop);
    // A proxy always writes an address. Stop here and use the last trusted one.
    if (named === null) break;
    address = named;
  }
  return address;
}

/** Strips brackets, port, zone and the prefix of an IPv4-mapped address; null if the rest is not an address. */
function bare(text: string): string | null {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const withoutPort = inBrackets ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = withoutPort.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) ? address : null;
}

/** The key for limits per address: an IPv4 address, or the /64 of an IPv6 one, which one household usually gets. */
export function addressBucket(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // A dotted IPv4 suffix counts as two groups.
    const length = groups.length + after.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array.from({ length: 8 - length }, () => '0'), ...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
