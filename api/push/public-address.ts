import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** IPv4 ranges where no push service can be (RFC 6890 and its registry). */
const CLOSED = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  CLOSED.addSubnet(net, prefix, 'ipv4');
// Of IPv6, only global unicast is allowed, except documentation ranges and ranges that embed an IPv4 address.
const OPEN_6 = new BlockList();
OPEN_6.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  CLOSED.addSubnet(net, prefix, 'ipv6');
}

/** Whether an IP address is public, rather than local to this server or its network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !CLOSED.check(address, 'ipv4');
  return isIP(address) === 6 && OPEN_6.check(address, 'ipv6') && !CLOSED.check(address, 'ipv6');
}

/** Resolves the name at connect time, so it cannot change to a private address after a check. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '');
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return callback(new Error(`${hostname} has no public address`), '');
    if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
