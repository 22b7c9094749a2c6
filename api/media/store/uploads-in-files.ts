import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Configstore, FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { refusingWhenFull } from './disk-full.ts';
import { writeInOrder } from './write-in-order.ts';

/**
 * tus's file store, with larger writes, kept bytes when a connection drops, and an error for a full disk. An upload's
 * offset is the size of its file, so a killed server resumes at the true byte.
 */
export class UploadsInFiles extends FileStore {
  constructor(directory: string, lengths: Configstore) {
    super({ directory, configstore: lengths });
    // POST /api/objects/upload opens uploads. Our sweep expires them: the store's own would also delete finished ones.
    this.extensions = ['creation-defer-length', 'termination'];
  }

  override create(upload: Upload): Promise<Upload> {
    return refusingWhenFull(() => super.create(upload));
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), 'r+');
    try {
      // Leave the stream open when the disk is full: destroying it would report its end before the reason.
      return await refusingWhenFull(() => writeInOrder(file, stream.iterator({ destroyOnReturn: false }), offset));
    } finally {
      await file.close();
    }
  }
}
