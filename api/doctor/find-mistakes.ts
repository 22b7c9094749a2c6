import type { Services } from '../services.ts';
import { checkDatabase } from './check-database.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkHttps } from './check-https.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkStore } from './check-store.ts';

/** The mistakes that a running server can see by itself: all that doctor names, except on the way through proxies. */
export async function findMistakes({ db, env, now, media }: Pick<Services, 'db' | 'env' | 'now' | 'media'>): Promise<string[]> {
  const checks = [
    checkDatabase({ db, env, store: media.store, now }),
    checkSignIn(env),
    checkStore(env),
    checkFfmpeg(process.env['PATH'] ?? ''),
  ];
  return [...checkHttps(env.publicUrl), ...(await Promise.all(checks)).flat()];
}
