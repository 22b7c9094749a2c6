import type { Video } from '../../api/contract/entities/video.ts';
import type { Store } from '../store/store.ts';

/**
 * Whether the server shares a session publicly, as far as this device knows. The view may show a change
 * that is still in the outbox, so the shadow decides.
 */
export async function isPublicOnServer(store: Store, id: string): Promise<boolean> {
  const [view, confirmed] = await Promise.all([store.view('videos').get(id), store.shadow.get(['videos', id])]);
  const onServer = confirmed ? (confirmed.row as Video | null) : view;
  return onServer?.shared === true;
}
