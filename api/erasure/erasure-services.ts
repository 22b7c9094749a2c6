import type { PokeHub } from '../feeds/poke-hub.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import type { ServerPorts } from '../server-ports.ts';

/** Dependencies of an erasure. */
export type ErasureServices = Pick<ServerPorts, 'db' | 'now' | 'newId' | 'serverRun'> & {
  store: MediaStore;
  pokes: Pick<PokeHub, 'publish'>;
};
