import { webcrypto } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { KeepKeyAnswer } from '../contract/online-calls.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { keepKeys } from '../db/tables/doors.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeSignedIn } from './require-access.ts';

/**
 * GET /api/auth/keep-key: the signed-in person's pair of keys, made at the first call and the same ever after. Devices
 * keep the public one, to lock what is unsynced when their person signs out; the private one opens it again at their
 * next sign-in (design section 4, Sign-out). Without beta access too: what is kept may still be exported.
 */
export function keepKeyRoute({ db, now }: Services) {
  const read = db
    .select({ publicKey: keepKeys.publicKey, privateKey: keepKeys.privateKey })
    .from(keepKeys)
    .where(eq(keepKeys.userId, sql.placeholder('userId')))
    .prepare('keep_key');

  return new Hono<AppEnv>().get('/api/auth/keep-key', async (c) => {
    const { userId } = mustBeSignedIn(c);
    if ((c.req.header(USER_HEADER) ?? userId) !== userId) throw new Refusal('unauthenticated', 'Please sign in');
    let [keys] = await read.execute({ userId });
    if (!keys) {
      // Two devices at once: the first pair stands.
      await db.insert(keepKeys).values({ userId, ...(await newPair()), createdAt: now() }).onConflictDoNothing();
      [keys] = await read.execute({ userId });
    }
    c.header('Cache-Control', 'no-store');
    return c.json(KeepKeyAnswer.parse({ userId, ...keys }));
  });
}

async function newPair(): Promise<Pick<KeepKeyAnswer, 'publicKey' | 'privateKey'>> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const publicKey = await webcrypto.subtle.exportKey('jwk', pair.publicKey);
  const privateKey = await webcrypto.subtle.exportKey('jwk', pair.privateKey);
  const { shape } = KeepKeyAnswer;
  return { publicKey: shape.publicKey.parse(publicKey), privateKey: shape.privateKey.parse(privateKey) };
}
