import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { startProvider } from '../testing/start-provider.ts';
import { checkSignIn } from './check-sign-in.ts';

const PUBLIC = {
  smtpUrl: undefined,
  mailFrom: 'Longline <longline@example.org>',
  oidc: undefined,
  publicUrl: 'https://longline.example.org',
};

it('says that no one gets a code without mail, except on this machine', async () => {
  expect(await checkSignIn(PUBLIC)).toEqual([expect.stringMatching(/^No mail: /)]);
  expect(await checkSignIn({ ...PUBLIC, publicUrl: 'http://localhost:3000' })).toEqual([]);
});

it('asks the mail server, with name and password', async () => {
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) => done(password === 'right' ? null : new Error('Wrong password'), { user: 'longline' }),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  expect(await checkSignIn({ ...PUBLIC, smtpUrl: `smtp://longline:right@127.0.0.1:${port}` })).toEqual([]);
  expect(await checkSignIn({ ...PUBLIC, smtpUrl: `smtp://longline:wrong@127.0.0.1:${port}` })).toEqual([
    expect.stringMatching(/^SMTP_URL: the mail server refuses or does not answer: Invalid login/),
  ]);
  await new Promise<void>((closed) => server.close(closed));
  expect(await checkSignIn({ ...PUBLIC, smtpUrl: `smtp://127.0.0.1:${port}` })).toEqual([
    expect.stringMatching(/^SMTP_URL: the mail server refuses or does not answer: .*ECONNREFUSED/),
  ]);
});

it('asks the OpenID provider', async () => {
  const oidc = { clientId: 'longline', clientSecret: undefined };
  const provider = await startProvider({ redirectUri: `${PUBLIC.publicUrl}/api/login/callback` });
  expect(await checkSignIn({ ...PUBLIC, oidc: { ...oidc, issuer: provider.issuer } })).toEqual([]);
  await provider.stop();
  expect(await checkSignIn({ ...PUBLIC, oidc: { ...oidc, issuer: provider.issuer } })).toEqual([
    expect.stringMatching(/^OIDC_ISSUER: the provider cannot be reached or is not one: /),
  ]);
});
