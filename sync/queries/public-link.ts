import type { Video } from '../../api/contract/entities/video.ts';
import type { Store } from '../store.ts';

/** Whether the server, as far as this device knows, still shows a session to everybody, though it was switched off here. */
export async function isStillPublic(store: Store, id: string): Promise<boolean> {
  const [view, confirmed] = await Promise.all([store.view('videos').get(id), store.shadow.get(['videos', id])]);
  return view?.shared === false && (confirmed?.row as Video | null | undefined)?.shared === true;
}
