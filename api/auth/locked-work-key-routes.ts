import { webcrypto } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { KeepKeyAnswer, type KeepKeyPair, KeepKeyReturn } from '../contract/online-calls.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { lockedWorkKeys, returnedLockedWorkKeys } from '../db/tables/auth.ts';
import { Refusal } from '../errors.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeSignedIn } from './require-access.ts';
import { keyIdOf, unwrapPrivateKey, wrapPrivateKey } from './wrap-private-key.ts';

/**
 * GET /api/auth/keep-key: the signed-in person's key pair, created on the first call and constant from then on. Devices
 * keep the public key to encrypt unsynced work at sign-out; the private key decrypts it at the next sign-in
 * (R129). Works without beta access too: people may still export what their device keeps.
 *
 * POST returns a pair to a server whose backup is older than the pair. The device kept the private key, encrypted with
 * the server's secret.
 */
export function lockedWorkKeyRoutes({ db, env, now, randomBytes }: Services) {
  const read = db
    .select({ publicKey: lockedWorkKeys.publicKey, privateKey: lockedWorkKeys.privateKey })
    .from(lockedWorkKeys)
    .where(eq(lockedWorkKeys.userId, sql.placeholder('userId')))
    .prepare('keep_key');
  const readOthers = db
    .select({ publicKey: returnedLockedWorkKeys.publicKey, privateKey: returnedLockedWorkKeys.privateKey })
    .from(returnedLockedWorkKeys)
    .where(eq(returnedLockedWorkKeys.userId, sql.placeholder('userId')))
    .prepare('returned_keep_keys');
  const wrapped = (userId: string, pair: Pick<KeepKeyPair, 'publicKey' | 'privateKey'>): KeepKeyPair => ({
    ...pair,
    wrapped: wrapPrivateKey(env.sessionSecret, userId, pair, randomBytes),
  });

  return new Hono<AppEnv>()
    .get('/api/auth/keep-key', async (c) => {
      const userId = mustBeOwnKey(c);
      let [keys] = await read.execute({ userId });
      if (!keys) {
        // When two devices ask at once, the first pair wins.
        await db
          .insert(lockedWorkKeys)
          .values({ userId, ...(await newPair()), createdAt: now() })
          .onConflictDoNothing();
        [keys] = await read.execute({ userId });
      }
      if (!keys) throw new Error('A pair of keys was not stored');
      const others = (await readOthers.execute({ userId })).map((pair) => wrapped(userId, pair));
      c.header('Cache-Control', 'no-store');
      return c.json(KeepKeyAnswer.parse({ userId, ...wrapped(userId, keys), ...(others.length > 0 && { others }) }));
    })
    .post('/api/auth/keep-key', async (c) => {
      const userId = mustBeOwnKey(c);
      const sent = parsePayload(KeepKeyReturn, await readJson(c, BODY_MAX_BYTES));
      const { publicKey } = sent;
      const { shape } = KeepKeyAnswer;
      const unwrapped = shape.privateKey.safeParse(unwrapPrivateKey(env.sessionSecret, userId, publicKey, sent.wrapped));
      if (!unwrapped.success) throw new Refusal('invalid', 'This server cannot open this key');
      const pair = { publicKey, privateKey: unwrapped.data };
      const [current] = await read.execute({ userId });
      if (!current || keyIdOf(current.publicKey) !== keyIdOf(publicKey)) {
        await db
          .insert(returnedLockedWorkKeys)
          .values({ userId, keyId: keyIdOf(publicKey), ...pair, createdAt: now() })
          .onConflictDoNothing();
      }
      c.header('Cache-Control', 'no-store');
      return c.json(wrapped(userId, pair));
    });
}

function mustBeOwnKey(c: Context<AppEnv>): string {
  const { userId } = mustBeSignedIn(c);
  if ((c.req.header(USER_HEADER) ?? userId) !== userId) throw new Refusal('unauthenticated', 'Please sign in');
  return userId;
}

async function newPair(): Promise<Pick<KeepKeyAnswer, 'publicKey' | 'privateKey'>> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const publicKey = await webcrypto.subtle.exportKey('jwk', pair.publicKey);
  const privateKey = await webcrypto.subtle.exportKey('jwk', pair.privateKey);
  const { shape } = KeepKeyAnswer;
  return { publicKey: shape.publicKey.parse(publicKey), privateKey: shape.privateKey.parse(privateKey) };
}
