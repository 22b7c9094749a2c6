import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { addressBucket, clientAddress } from './client-address.ts';

async function seen(trustProxy: number, remoteAddress: string, forwarded?: string) {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, trustProxy)));
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).text();
}

describe('the client address', () => {
  it('is the connection’s address when no proxy is trusted, whatever X-Forwarded-For says', async () => {
    expect(await seen(0, '192.0.2.9', '198.51.100.1')).toBe('192.0.2.9');
    expect(await seen(0, '::ffff:192.0.2.9')).toBe('192.0.2.9');
  });

  it('comes from the trusted proxies, not from earlier entries by the client', async () => {
    expect(await seen(1, '10.0.0.1', '1.1.1.1, 198.51.100.7')).toBe('198.51.100.7');
    expect(await seen(2, '10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7');
    expect(await seen(2, '10.0.0.1', '198.51.100.7')).toBe('198.51.100.7');
    expect(await seen(1, '10.0.0.1')).toBe('10.0.0.1');
  });

  it('parses the formats that proxies write and stops at an invalid entry', async () => {
    expect(await seen(1, '10.0.0.1', '198.51.100.7:4711')).toBe('198.51.100.7');
    expect(await seen(1, '10.0.0.1', '[2001:db8::1]:4711')).toBe('2001:db8::1');
    expect(await seen(1, '10.0.0.1', 'unknown')).toBe('10.0.0.1');
    expect(await seen(2, '10.0.0.1', '<script>, 198.51.100.7')).toBe('198.51.100.7');
  });
});

describe('the rate limit key of an address', () => {
  it('is the /64 of an IPv6 address in any notation, and an IPv4 address itself', () => {
    const same = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002:0:0:0:5', '2001:db8:1:2::192.0.2.1'];
    expect(new Set(same.map(addressBucket))).toEqual(new Set(['2001:db8:1:2::/64']));
    expect(addressBucket('2001:db8:1:3::1')).not.toBe('2001:db8:1:2::/64');
    expect(addressBucket('::1')).toBe('0:0:0:0::/64');
    expect(addressBucket('2001:db8::')).toBe('2001:db8:0:0::/64');
    expect(addressBucket('192.0.2.1')).toBe('192.0.2.1');
    expect(addressBucket('unknown')).toBe('unknown');
  });
});
