import type { DeviceFile, DeviceFiles } from './device-files.ts';

/** What was kept in pieces while a browser did not let this app into its private file system, beside what is in that. */
export class FilesInTwoPlaces implements DeviceFiles {
  readonly #main: DeviceFiles;
  readonly #findPieces: () => Promise<DeviceFiles | null>;
  #pieces: Promise<DeviceFiles | null> | null = null;

  /** @param pieces looked for when they are first needed; null where there are none */
  constructor(main: DeviceFiles, pieces: () => Promise<DeviceFiles | null>) {
    this.#main = main;
    this.#findPieces = pieces;
  }

  create: DeviceFiles['create'] = (name) => this.#main.create(name);

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

  #beside(): Promise<DeviceFiles | null> {
    this.#pieces ??= this.#findPieces().catch((error: unknown) => {
      this.#pieces = null;
      throw error;
    });
    return this.#pieces;
  }
}

/** Files in pieces while the private file system, where others may lie, cannot be reached. */
export class FilesMeanwhile extends FilesInTwoPlaces {
  readonly #here: DeviceFiles;
  readonly #reach: () => Promise<DeviceFiles>;

  /** @param reach asks for the other place again */
  constructor(pieces: DeviceFiles, reach: () => Promise<DeviceFiles>) {
    super(pieces, async () => null);
    this.#here = pieces;
    this.#reach = reach;
  }

  /** @throws what the browser says, for a file of which nothing is here: it may lie where nobody can look now */
  override async open(name: string): Promise<DeviceFile | null> {
    const file = await this.#here.open(name);
    if (file || (await this.#here.list()).includes(name)) return file;
    return (await this.#reach()).open(name);
  }
}
