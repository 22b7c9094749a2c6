import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as limits from '../contract/limits.ts';
import { waitlist } from '../db/tables/auth.ts';
import { installation } from '../db/tables/installation.ts';
import type { Env } from '../env.ts';
import { sweepAll } from '../sweeping.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { privacyRoutes } from './privacy-routes.tsx';
import { KEPT, timeInWords } from './kept.ts';

const PLAIN = {
  databaseUrl: null,
  operator: null,
  termsUrl: undefined,
  objectStore: null,
  smtpUrl: undefined,
  oidc: undefined,
  backup: null,
};
/** The words of the page, without its marks. */
async function read(changed: Partial<Env> = {}): Promise<string> {
  const answer = await privacyRoutes({ ...PLAIN, ...changed } as Env).request('/privacy');
  expect(answer.status).toBe(200);
  return (await answer.text())
    .replaceAll(/<(script|style)>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('the privacy page', () => {
  it('says who runs the server, or that they have not said so', async () => {
    expect(await read()).toContain('have not named themselves here');
    const operator = { name: 'Dogs & Co <script>', email: 'privacy@example.org' };
    const answer = await privacyRoutes({ ...PLAIN, operator, termsUrl: 'https://example.org/terms' } as Env).request('/privacy');
    const html = await answer.text();
    expect(html).toContain('Dogs &amp; Co &lt;script&gt;');
    expect(html).toContain('<a href="mailto:privacy@example.org">');
    expect(html).toContain('<a href="https://example.org/terms">');
  });

  it('says where films, mail and sign-ins go with these settings, without their secrets', async () => {
    expect(await read()).toContain('On the machines of this server.');
    expect(await read()).toContain('it also has sign-in codes');
    const near = await read({ databaseUrl: 'postgres://longline@postgres:5432/longline', smtpUrl: 'smtp://localhost' });
    expect(near).not.toMatch(/database at|mail server localhost|sign-in codes with their email addresses\. How/);
    const away = await read({ databaseUrl: 'postgres://longline:secret@db.example.org/longline' });
    expect(away).toContain('in the database at db.example.org.');
    expect(away).not.toContain('secret');
    const words = await read({
      objectStore: { bucket: 'films', endpoint: 'https://s3.example.org:9000', region: 'eu', credentials: null },
      smtpUrl: 'smtps://kate:secret@mail.example.org',
      backup: { dir: '/backup', keepDays: 21 },
    });
    expect(words).toContain('object storage at s3.example.org.');
    expect(words).toContain('the mail server mail.example.org.');
    expect(words).toContain('21 days after their making');
    expect(words).not.toMatch(/secret|\/backup|films\b.*9000/);
    const provided = await read({ oidc: { issuer: 'https://id.example.org/realm', clientId: 'x', clientSecret: 'secret' } });
    expect(provided).toContain('You sign in at id.example.org');
    expect(provided).not.toContain('secret');
  });

  it('names every time after which the program deletes something', async () => {
    const words = await read();
    for (const { what, seconds, from } of KEPT) expect(words).toContain(`${what} ${timeInWords(seconds)} after ${from}`);
    // A new constant of this kind needs a line in the table.
    const kept = Object.entries(limits).flatMap(([name, value]) => {
      const unit = /_KEPT_(DAYS|HOURS)$/.exec(name)?.[1];
      return unit ? [Number(value) * (unit === 'DAYS' ? 86_400 : 3_600)] : [];
    });
    expect(kept.length).toBeGreaterThan(4);
    expect(KEPT.map(({ seconds }) => seconds)).toEqual(expect.arrayContaining(kept));
    expect(KEPT.every(({ seconds }) => Number.isInteger(Number.parseFloat(timeInWords(seconds))))).toBe(true);
  });
});

describeOnBothDatabases('what is kept', (open) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());

  it('has a privacy page for visitors, which no one stores', async () => {
    const answer = await test.app.request('/privacy');
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
      200,
      'no-store',
      'text/html; charset=UTF-8',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it(`forgets addresses after ${limits.WAITLIST_KEPT_DAYS} days on the waitlist`, async () => {
    const { services, clock } = test;
    await test.browser().send('/api/waitlist', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'early@example.org' }),
    });
    const days = async (count: number) => {
      clock.forward(count * 86_400);
      // Ages count up to now, as after a steady day.
      await services.db.update(installation).set({ sweptAt: clock.now, steadySince: new Date(0), agesUntil: clock.now });
      await sweepAll(services);
      return services.db.$count(waitlist);
    };
    await sweepAll(services);
    expect(await days(limits.WAITLIST_KEPT_DAYS - 1)).toBe(1);
    expect(await days(2)).toBe(0);
  });
});
