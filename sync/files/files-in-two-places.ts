import type { DeviceFile, DeviceFiles, FileWriter } from '../ports/device-files.ts';
import { isNotSupported } from './opfs-files.ts';

/** The fallback store, which keeps files in pieces. */
interface Pieces {
  open: () => DeviceFiles;
  /** Whether the fallback's database exists. `open` would create it. */
  exist: () => Promise<boolean>;
}

/**
 * Combines the private file system with files that were stored in pieces while the browser denied access to it. New
 * files go to the pieces if that file system can be read but not written.
 */
export class FilesInTwoPlaces implements DeviceFiles {
  readonly #main: DeviceFiles;
  readonly #pieces: Pieces;
  #opened: DeviceFiles | null = null;

  constructor(main: DeviceFiles, pieces: Pieces) {
    this.#main = main;
    this.#pieces = pieces;
  }

  async create(name: string): Promise<FileWriter> {
    try {
      return await this.#main.create(name);
    } catch (error) {
      if (!isNotSupported(error)) throw error;
      return this.#open().create(name);
    }
  }

  estimate: DeviceFiles['estimate'] = () => this.#main.estimate();

  async open(name: string): Promise<DeviceFile | null> {
    return (await this.#main.open(name)) ?? (await (await this.#beside())?.open(name)) ?? null;
  }

  async delete(name: string): Promise<void> {
    await this.#main.delete(name);
    await (await this.#beside())?.delete(name);
  }

  async list(): Promise<string[]> {
    return [...(await this.#main.list()), ...((await (await this.#beside())?.list()) ?? [])];
  }

  /** Check each time until opened: another page or worker may have written the first file to the fallback. */
  async #beside(): Promise<DeviceFiles | null> {
    return this.#opened ?? ((await this.#pieces.exist()) ? this.#open() : null);
  }

  #open(): DeviceFiles {
    this.#opened ??= this.#pieces.open();
    return this.#opened;
  }
}

/** Stores files in pieces while the private file system, which may hold other files, is unavailable. */
export class FilesMeanwhile extends FilesInTwoPlaces {
  readonly #here: DeviceFiles;
  readonly #reach: () => Promise<DeviceFiles>;

  /** @param reach tries to open the private file system again */
  constructor(pieces: Pieces, reach: () => Promise<DeviceFiles>) {
    const here = pieces.open();
    super(here, { ...pieces, exist: async () => false });
    this.#here = here;
    this.#reach = reach;
  }

  /** @throws the browser's error for a file that is not in pieces: it may be in the unavailable file system */
  override async open(name: string): Promise<DeviceFile | null> {
    const file = await this.#here.open(name);
    if (file || (await this.#here.list()).includes(name)) return file;
    return (await this.#reach()).open(name);
  }
}
