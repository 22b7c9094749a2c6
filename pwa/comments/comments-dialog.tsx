import { getSession } from '../../sync/queries/sessions.ts';
import { Dialog } from '../components/dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { Comments } from './comments.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

/** The comments on a session of the log. */
export function CommentsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const session = useLive(() => getSession(store, id), [store, id]);
  if (session === undefined) return null;
  return (
    <Dialog open onClose={onClose} title={TEXTS.title} description={session && TEXTS.on(session.video.title)}>
      {session ? <Comments videoId={id} /> : <p>{TEXTS.gone}</p>}
    </Dialog>
  );
}
