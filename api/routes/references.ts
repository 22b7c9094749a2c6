import { and, eq } from 'drizzle-orm';
import type { DerivedKind } from '../contract/derived-kind.ts';
import { dogs, videos } from '../db/tables/training.ts';
import { objects } from '../db/tables/media.ts';
import { Refusal } from '../errors.ts';
import type { MutationContext } from './mutation-handler.ts';

const refused = (field: string, message: string) => new Refusal('invalid', message, { fields: { [field]: message } });

/**
 * Whether one of the actor's dogs still exists; locks it against deletion until the transaction ends. A deleted dog is
 * not an error: sessions outlive their dog (R48).
 * @throws Refusal 400 when the actor never had this dog
 */
export async function mustBeOwnDog({ tx, actor }: MutationContext, dogId: string): Promise<'here' | 'deleted'> {
  const [dog] = await tx
    .select({ deletedAt: dogs.deletedAt })
    .from(dogs)
    .where(and(eq(dogs.id, dogId), eq(dogs.ownerId, actor.userId)))
    .for('share')
    .prepare('own_dog')
    .execute();
  if (!dog) throw refused('dogId', 'Please choose one of your own dogs');
  return dog.deletedAt ? 'deleted' : 'here';
}

/**
 * Locks one of the actor's sessions against a purge until the transaction ends. A deleted one is not an error: what was
 * trained in it comes back when it is restored.
 * @throws Refusal 400 when the actor has no such session
 */
export async function mustBeOwnSession({ tx, actor }: MutationContext, videoId: string): Promise<void> {
  const found = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.id, videoId), eq(videos.ownerId, actor.userId)))
    .for('key share')
    .prepare('own_session')
    .execute();
  if (found.length === 0) throw refused('videoId', 'Please choose one of your own sessions');
}

interface ReferredObject {
  /** Detected from the bytes. */
  mediaType: string;
  durationSeconds: number | null;
  derived: DerivedKind[];
}

/**
 * The fields that a row copies from one of the actor's objects. Locks the object until the transaction ends, so that
 * derived files that finish meanwhile update the row afterwards.
 * @throws Refusal 400 when it is missing or not theirs
 */
export async function mustBeOwnObject(
  { tx, actor }: MutationContext,
  field: string,
  path: string,
  kind: 'picture' | 'media',
): Promise<ReferredObject> {
  const [object] = await tx
    .select({ mediaType: objects.mediaType, durationSeconds: objects.durationSeconds, derived: objects.derived })
    .from(objects)
    .where(and(eq(objects.path, path), eq(objects.ownerId, actor.userId)))
    .for('share')
    .prepare('own_object')
    .execute();
  if (!object) throw refused(field, 'Please upload the file first');
  if (kind === 'picture' && !object.mediaType.startsWith('image/')) throw refused(field, 'Please choose a picture');
  return object;
}
