import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { derivations } from '../db/tables/media.ts';
import type { TestApp, TestPerson } from './create-test-app.ts';

/** The queued derivation of an object. */
export const derivationOf = async ({ services }: TestApp, path: string): Promise<typeof derivations.$inferSelect | undefined> =>
  (await services.db.select().from(derivations).where(eq(derivations.objectPath, path)))[0];

/** Resolves when every derivation of an object is done. */
export async function untilDerived(app: TestApp, path: string): Promise<void> {
  await expect.poll(() => derivationOf(app, path), { timeout: 60_000 }).toBeUndefined();
}

export const logAs = async (person: TestPerson, payload: object): Promise<{ id: string }> =>
  (await person.call<{ id: string }>('POST', '/api/videos', { title: 'Heel work', ...payload })).body;
