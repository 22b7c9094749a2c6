import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIGNED_IN_COOKIE } from '../api/contract/signed-in-cookie.ts';
import { THEME_KEY } from './theme/theme.ts';

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8');

it('reads theme and sign-in from the keys that the app uses', () => {
  expect(page).toContain(`localStorage.getItem('${THEME_KEY}')`);
  expect(page).toContain(`document.cookie.includes('${SIGNED_IN_COOKIE}=')`);
});

it('has one inline script, which the policy can allow by its hash', () => {
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/\son\w+=|style=/);
});
