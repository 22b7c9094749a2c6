import { expect, it } from 'vitest';
import { parseEnv } from './env.ts';
import { startupMessage } from './startup-message.ts';

const WARNING = /Phones and other computers need an https address/;

const printed = (variables: Record<string, string>) =>
  startupMessage({ ...parseEnv(variables), sessionSecret: 'x'.repeat(32) }, 'postgres').join('\n');

it.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.20', PUBLIC_URL: 'http://192.168.1.20:3000' },
  // A proxy without TLS in front.
  { PUBLIC_URL: 'http://longline.example.org' },
])('warns that other devices need https: %j', (variables) => {
  expect(printed(variables)).toMatch(WARNING);
});

it.each([
  {},
  { HOST: 'localhost' },
  { HOST: '::1' },
  { HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:3000' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://longline.example.org' },
])('does not warn on this machine alone, or with https: %j', (variables) => {
  expect(printed(variables)).not.toMatch(WARNING);
});
