import { eq } from 'drizzle-orm';
import webPush from 'web-push';
import { pushKeys } from '../db/tables/push.ts';
import type { ServerPorts } from '../server-ports.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const NAME = 'vapid';

/** The installation's key pair: from the settings, otherwise created once and stored for all replicas. */
export function vapidKeysOf({ db, env, now }: Pick<ServerPorts, 'db' | 'env' | 'now'>): () => Promise<VapidKeys> {
  let held: VapidKeys | null = env.vapid;
  const read = () =>
    db.select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey }).from(pushKeys).where(eq(pushKeys.name, NAME));
  return async () => {
    if (held) return held;
    let [kept] = await read();
    if (!kept) {
      // If two replicas create one concurrently, the first pair wins.
      await db
        .insert(pushKeys)
        .values({ name: NAME, ...webPush.generateVAPIDKeys(), createdAt: now() })
        .onConflictDoNothing();
      [kept] = await read();
    }
    if (!kept) throw new Error('The push keys could not be stored');
    return (held = kept);
  };
}
