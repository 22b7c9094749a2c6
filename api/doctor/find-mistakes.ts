import { whyNotReady } from '../routes/readiness.ts';
import type { Services } from '../services.ts';
import { checkDatabase } from './check-database.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkHttps } from './check-https.ts';
import { checkOperator } from './check-operator.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkStore } from './check-store.ts';
import { runChecks } from './run-checks.ts';

/** The mistakes that a running server can see by itself: what doctor names, except on the way through proxies. */
export async function findMistakes(services: Pick<Services, 'db' | 'env' | 'now' | 'media' | 'log'>): Promise<string[]> {
  const { db, env, now, media } = services;
  const notReady = async () => {
    const reason = await whyNotReady(services);
    return reason ? [`The server is not ready: ${reason.message}`] : [];
  };
  return [
    ...checkHttps(env.publicUrl),
    ...checkOperator(env),
    ...(await runChecks([
      ['The server', notReady],
      ['The database', () => checkDatabase({ db, env, store: media.store, now })],
      ['Sign-in', () => checkSignIn(env)],
      ['The place of the media', () => checkStore(env)],
      ['ffmpeg', () => checkFfmpeg(process.env['PATH'] ?? '')],
    ])),
  ];
}
