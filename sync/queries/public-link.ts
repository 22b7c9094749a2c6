import type { Video } from '../../api/contract/entities/video.ts';
import type { Store } from '../store.ts';

/** Whether the server, as far as this device knows, shows a session to everybody: a switch turned here may still wait. */
export async function isPublicOnServer(store: Store, id: string): Promise<boolean> {
  const [view, confirmed] = await Promise.all([store.view('videos').get(id), store.shadow.get(['videos', id])]);
  const onServer = confirmed ? (confirmed.row as Video | null) : view;
  return onServer?.shared === true;
}
