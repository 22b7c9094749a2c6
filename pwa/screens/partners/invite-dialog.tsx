import { type FormEvent, useId, useRef, useState } from 'react';
import type { FoundPerson } from '../../../api/contract/entities/user.ts';
import { SEARCH_MAX } from '../../../api/contract/limits.ts';
import { readPartnerships } from '../../../sync/queries/partnerships.ts';
import { useBlockedIds } from '../../blocks/use-blocked-ids.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showError, showToast } from '../../components/toast-store.ts';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { isOffline } from '../../sync/is-offline.ts';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { FoundLine } from './found-line.tsx';
import { searchPath, searchPeople } from './search-people.ts';
import { TEXTS } from './texts.ts';

const { inviteDialog: WORDS } = TEXTS;

/** Finds people by their name or their dog's, and invites them as training partners. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const fieldId = useId();
  const [words, setWords] = useState('');
  const blocked = useBlockedIds();
  const [answered, setFound] = useState<readonly FoundPerson[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [asking, setAsking] = useState<'first' | 'more' | null>(null);
  const [offline, setOffline] = useState(false);
  const found = answered.filter(({ id }) => !blocked.has(id));
  const partnerships = useLive(() => readPartnerships(store), [store]);
  const latest = useRef(0);
  /** Words confirmed by Enter while a search is pending: the pending button submits nothing. */
  const entered = useRef<string | null>(null);

  const ask = async (path: string, before: readonly FoundPerson[]) => {
    // A late answer to an older search must not replace a newer one.
    const turn = (latest.current += 1);
    setAsking(before.length > 0 ? 'more' : 'first');
    setOffline(false);
    try {
      const page = await searchPeople(ports, store.userId, path);
      if (turn !== latest.current) return;
      setFound([...before, ...page.people]);
      setNext(page.next);
      dropErrorToast();
      if (before.length + page.people.length === 0) showToast({ ...TEXTS.notFound, tone: 'destructive' });
    } catch {
      if (turn !== latest.current) return;
      setFound(before);
      // Being offline is a state, not a failure (R32).
      if (await isOffline(store)) setOffline(true);
      else showError(TEXTS.searchFailed);
    }
    setAsking(null);
  };
  const search = async (wanted: string) => {
    entered.current = null;
    await ask(searchPath(wanted), []);
    if (entered.current && entered.current !== wanted) await search(entered.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) void search(words.trim());
  };

  return (
    <Dialog open onClose={onClose} title={WORDS.title} description={WORDS.description}>
      <form role="search" className="grid grid-cols-1 gap-1.5" onSubmit={submit}>
        <label htmlFor={fieldId} className="text-15 font-semi">
          {WORDS.search}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            dir="auto"
            id={fieldId}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={SEARCH_MAX}
            data-autofocus
            className="input w-auto! min-w-0 flex-[1_1_180px]"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={({ key }) => key === 'Enter' && asking === 'first' && (entered.current = words.trim())}
          />
          <Button type="submit" icon="search" disabled={words.trim() === ''} pending={asking === 'first' && WORDS.finding}>
            {WORDS.find}
          </Button>
        </div>
      </form>
      <p role="status" className="mt-4 text-15 text-ink-2 empty:hidden">
        {offline && WORDS.offline}
      </p>
      {found.length > 0 && partnerships && (
        <>
          <ul aria-label={WORDS.found} className="mt-6 max-h-[300px] divide-y divide-line overflow-y-auto border-y border-line">
            {found.map((person) => (
              <ItemBoundary key={person.id} what="profile" id={person.id} resetKey={person}>
                <FoundLine person={person} partnership={partnerships.get(person.id) ?? null} />
              </ItemBoundary>
            ))}
          </ul>
          {next !== null && (
            <Button
              icon="down"
              className="mt-3 justify-self-center"
              pending={asking === 'more' && WORDS.reading}
              onClick={() => void ask(next, found)}
            >
              {WORDS.more}
            </Button>
          )}
        </>
      )}
    </Dialog>
  );
}
