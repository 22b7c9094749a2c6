import { expect, it } from 'vitest';
import { isPublicAddress, publicLookup } from './public-address.ts';

it('tells public addresses from those in this server’s own network', () => {
  const open = ['8.8.8.8', '142.250.74.10', '2a00:1450:4001:80b::200a', '2620:149:a44::1'];
  const closed = [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'no address',
  ];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
  expect(closed.filter(isPublicAddress)).toEqual([]);
});

it('resolves no name that leads back to this machine', async () => {
  const looked = await new Promise((resolve) =>
    publicLookup('localhost', { all: true }, (error, found) => resolve(error?.message ?? found)),
  );
  expect(looked).toBe('localhost has no public address');
});
