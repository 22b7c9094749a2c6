/** @jsxImportSource hono/jsx */
import { Hono } from 'hono';
import type { Env } from '../env.ts';
import { pageMaker } from '../pages/page.tsx';
import type { AppEnv } from '../services.ts';
import { PRIVACY_STYLE, PrivacyPage } from './privacy-page.tsx';
import { TEXTS } from './texts.ts';

/** The privacy page, for everyone (R369). */
export function privacyRoutes(env: Env): Hono<AppEnv> {
  const answer = pageMaker(PRIVACY_STYLE);
  return new Hono<AppEnv>().get('/privacy', (c) => answer(c, { title: TEXTS.title, body: <PrivacyPage {...env} /> }));
}
