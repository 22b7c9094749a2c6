import type { MediaEntity } from '../store/media-row.ts';
import { type MutateOptions, mutate, type Mutated } from './mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';

/** Entities that have an edit form with a file. */
type Filed = Exclude<MediaEntity, 'profile'>;

export interface FileChange {
  /** A stored file that replaces the previous one. */
  mediaId: string | null;
  /** Removes the row's file. */
  removed: boolean;
}

interface UpdateCondition {
  /** Evaluated inside the transaction; if true, nothing changes. */
  unless?: () => Promise<boolean>;
}

/**
 * Saves an edit of a row and its file. Deletes this device's record of the previous file in the same transaction:
 * a late upload of the previous file would replace the new one.
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
    const saved = await mutate<`${Entity}.update`>(store, ports, `${entity}.update`, {
      ...options,
      params: { id },
      ...(mediaId && { mediaId }),
    });
    return { mutated: saved, files: before.flatMap(({ fileName, poster }) => [fileName, poster?.fileName ?? null]) };
  });
  // Delete the files after the rows: if a crash leaves a file behind, it has no row, and the next start deletes it.
  for (const name of files) if (name) await ports.files.delete(name);
  return mutated;
}
