import type { DeviceFile, DeviceFiles, FileWriter } from './device-files.ts';
import { isNotSupported } from './opfs-files.ts';

/** Where files go in pieces. */
interface Pieces {
  open: () => DeviceFiles;
  /** Whether any were ever written: opening makes them. */
  exist: () => Promise<boolean>;
}

/**
 * What was kept in pieces while a browser did not let this app into its private file system, beside what is in that. New
 * files go in pieces too where that file system can be read but not written.
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

  /** Another page or worker may have written the first of them meanwhile. */
  async #beside(): Promise<DeviceFiles | null> {
    return this.#opened ?? ((await this.#pieces.exist()) ? this.#open() : null);
  }

  #open(): DeviceFiles {
    this.#opened ??= this.#pieces.open();
    return this.#opened;
  }
}

/** Files in pieces while the private file system, where others may lie, cannot be reached. */
export class FilesMeanwhile extends FilesInTwoPlaces {
  readonly #here: DeviceFiles;
  readonly #reach: () => Promise<DeviceFiles>;

  /** @param reach asks for the other place again */
  constructor(pieces: Pieces, reach: () => Promise<DeviceFiles>) {
    const here = pieces.open();
    super(here, { ...pieces, exist: async () => false });
    this.#here = here;
    this.#reach = reach;
  }

  /** @throws what the browser says, for a file of which nothing is here: it may lie where nobody can look now */
  override async open(name: string): Promise<DeviceFile | null> {
    const file = await this.#here.open(name);
    if (file || (await this.#here.list()).includes(name)) return file;
    return (await this.#reach()).open(name);
  }
}
