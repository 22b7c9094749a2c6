import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = Parameters<NodeFS['init']>;
type Options = Init[1];
type PostgresModule = Parameters<NonNullable<Options['preRun']>[number]>[0];

/** The part of Emscripten's file system that sets modes. */
interface SetsModes {
  NODEFS: { node_ops: { setattr(node: unknown, attributes: { mode?: number }): void } };
}

const GROUP_AND_OTHERS = 0o077;

/**
 * PGlite's folder, with files only the owner can access. Emscripten sets each new file's mode to 0666 after creating
 * it, which no umask changes.
 */
export class PrivateNodeFs extends NodeFS {
  override async init(client: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options);
    const keepPrivate = (module: PostgresModule) => {
      const { node_ops: operations } = (module as unknown as SetsModes).NODEFS;
      const { setattr } = operations;
      operations.setattr = (node, attributes) =>
        setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~GROUP_AND_OTHERS });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [keepPrivate, ...(emscriptenOpts.preRun ?? [])] } };
  }
}
