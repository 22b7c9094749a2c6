import { eq } from 'drizzle-orm';
import webPush from 'web-push';
import { pushKeys } from '../db/tables/push.ts';
import type { Services } from '../services.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const NAME = 'vapid';

/** The pair of keys of this installation: from the settings, else made once and kept for all replicas. */
export function vapidKeysOf({ db, env, now }: Pick<Services, 'db' | 'env' | 'now'>): () => Promise<VapidKeys> {
  let held: VapidKeys | null = env.vapid;
  const read = () =>
    db.select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey }).from(pushKeys).where(eq(pushKeys.name, NAME));
  return async () => {
    if (held) return held;
    let [kept] = await read();
    if (!kept) {
      // Two replicas at once: the first pair stands.
      await db.insert(pushKeys).values({ name: NAME, ...webPush.generateVAPIDKeys(), createdAt: now() }).onConflictDoNothing();
      [kept] = await read();
    }
    if (!kept) throw new Error('The keys of pushes cannot be kept');
    return (held = kept);
  };
}
