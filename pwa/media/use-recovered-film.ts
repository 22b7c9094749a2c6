import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionOfDraft } from '../../sync/store/draft-keys.ts';
import { showToast } from '../components/toast-store.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';

const WORDS = { kept: 'Your recording from before the app closed is saved.', add: 'Add it' } as const;

/** Offers, once per app start, a recording that was cut short when the app closed and belongs to no session yet. */
export function useRecoveredFilm(): void {
  const store = useStore();
  const navigate = useNavigate();
  const offered = useRef<string | null>(null);
  const waiting = useLive(async () => {
    const film = await store.media
      .where('state')
      .equals('kept')
      .filter(({ filmed, entityId }) => filmed === 'recovered' && entityId === null)
      .first();
    const draft = film && (await store.drafts.filter(({ mediaId }) => mediaId === film.id).first());
    return film && { id: film.id, sessionId: draft ? sessionOfDraft(draft.key) : null };
  }, [store]);
  useEffect(() => {
    if (!waiting || offered.current === waiting.id) return;
    offered.current = waiting.id;
    const { id, sessionId } = waiting;
    const to = new URLSearchParams(sessionId ? { dialog: 'edit-session', id: sessionId } : { dialog: 'add-session', shared: id });
    showToast({ description: WORDS.kept, action: { label: WORDS.add, run: () => void navigate(`/?${to}`) } });
  }, [navigate, waiting]);
}
