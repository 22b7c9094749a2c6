import type { MediaEntity } from './device-media.ts';
import { type MutateOptions, mutate, type Mutated } from './mutate.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

/** What is edited and takes a file. */
type Filed = Exclude<MediaEntity, 'profile'>;

export interface FileChange {
  /** A file kept on this device that takes the place of the one before. */
  mediaId: string | null;
  /** The row is to have none. */
  removed: boolean;
}

interface UpdateCondition {
  /** Asked in the transaction: true changes nothing. */
  unless?: () => Promise<boolean>;
}

/**
 * Saves an edit of a row and of its file. What this device still held of the file before goes with it, all or nothing:
 * sent later than the new one it would come back.
 * @throws as `mutate` does
 */
export async function updateWithFile<Entity extends Filed>(
  store: Store,
  ports: Ports,
  entity: Entity,
  id: string,
  { mediaId, removed }: FileChange,
  { unless, ...options }: Pick<MutateOptions<`${Entity}.update`>, 'payload' | 'clearDraft'> & UpdateCondition,
): Promise<Mutated> {
  const { mutated, files } = await store.transaction('rw', store.changeTables, async () => {
    if (await unless?.()) return { mutated: { id, key: null }, files: [] };
    const before = mediaId || removed ? await store.media.where('[entity+entityId]').equals([entity, id]).toArray() : [];
    await store.media.bulkDelete(before.map((media) => media.id));
    const saved = await mutate<`${Entity}.update`>(store, ports, `${entity}.update`, { ...options, params: { id }, ...(mediaId && { mediaId }) });
    return { mutated: saved, files: before.flatMap(({ fileName, poster }) => [fileName, poster?.fileName ?? null]) };
  });
  // After the rows: a file that a crash leaves behind has no row and goes at the next start.
  for (const name of files) if (name) await ports.files.delete(name);
  return mutated;
}
