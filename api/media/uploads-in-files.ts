import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Configstore, FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { refusingWhenFull } from './disk-full.ts';
import { writeInOrder } from './write-in-order.ts';

/**
 * tus's file store, but that it writes in larger pieces, keeps what came before a line dropped, and says when the disk
 * is full. How far an upload has come is the size of its file, so a killed server resumes at the true byte.
 */
export class UploadsInFiles extends FileStore {
  constructor(directory: string, lengths: Configstore) {
    super({ directory, configstore: lengths });
    // Uploads are opened by POST /api/objects/upload; expiry is the sweep's, since the store's own takes finished ones.
    this.extensions = ['creation-defer-length', 'termination'];
  }

  override create(upload: Upload): Promise<Upload> {
    return refusingWhenFull(() => super.create(upload));
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), 'r+');
    try {
      // The stream is left open when the disk fails: destroyed, it would report its own end before the reason.
      return await refusingWhenFull(() => writeInOrder(file, stream.iterator({ destroyOnReturn: false }), offset));
    } finally {
      await file.close();
    }
  }
}
