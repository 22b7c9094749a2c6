import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = Parameters<NodeFS['init']>;
type Options = Init[1];
type PostgresModule = Parameters<NonNullable<Options['preRun']>[number]>[0];

/** The part of Emscripten's file system that sets modes and writes. */
interface Operations {
  NODEFS: {
    node_ops: { setattr(node: unknown, attributes: { mode?: number }): void };
    stream_ops: { write(stream: { path: string }, ...bytes: unknown[]): number };
  };
}

/** Emscripten's numbers of ENOSPC and EDQUOT: a full disk, and the used-up quota of a user. */
const NO_SPACE = new Set<unknown>([51, 19]);
/** The files of tables. PostgreSQL reports it if one of them cannot grow, and continues. */
const TABLES = '/base/';

const GROUP_AND_OTHERS = 0o077;

/**
 * PGlite's folder, with files only the owner can access. Emscripten sets each new file's mode to 0666 after creating
 * it, which no umask changes.
 *
 * Also reports when PostgreSQL cannot continue, because its log or a checkpoint finds no space: the next statement would hang
 * the process (docs/decisions/0158).
 */
export class PrivateNodeFs extends NodeFS {
  readonly #onDeadEnd: () => void;

  /** @param onDeadEnd called within the write that found no space; should end the process */
  constructor(folder: string, onDeadEnd: () => void = () => undefined) {
    super(folder);
    this.#onDeadEnd = onDeadEnd;
  }

  override async init(client: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options);
    const change = (module: PostgresModule) => {
      const { node_ops: nodes, stream_ops: streams } = (module as unknown as Operations).NODEFS;
      const { setattr } = nodes;
      nodes.setattr = (node, attributes) =>
        setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~GROUP_AND_OTHERS });
      const { write } = streams;
      streams.write = (stream, ...bytes) => {
        try {
          return write(stream, ...bytes);
        } catch (error) {
          if (NO_SPACE.has((error as { errno?: unknown }).errno) && !stream.path.includes(TABLES)) this.#onDeadEnd();
          throw error;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [change, ...(emscriptenOpts.preRun ?? [])] } };
  }
}
