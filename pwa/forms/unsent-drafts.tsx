import type { UnsentDraft } from '../../sync/queries/unsent-drafts.ts';
import { formKey } from '../../sync/store/draft-keys.ts';
import { takeUpSpare } from '../../sync/sign-out/spare-drafts.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { OrphanedDraft } from './orphaned-draft.tsx';
import { FORM_TEXTS } from './texts.ts';

/** More lines would push the list below too far down. */
const LISTED = 3;

export interface UnsentDraftsProps {
  drafts: readonly UnsentDraft[];
  /** The word for a draft without a name: 'session'. */
  what: string;
  onContinue: (draft: UnsentDraft) => void;
}

/** One line per unsaved draft, with a button to continue it. */
export function UnsentDrafts({ drafts, what, onContinue }: UnsentDraftsProps) {
  const store = useStore();
  const ports = usePorts();
  const { unsent } = FORM_TEXTS;
  if (drafts.length === 0) return null;
  const continueWith = async (draft: UnsentDraft) => {
    const key = formKey(draft.key);
    if (key === draft.key || (await takeUpSpare(store, ports, draft.key))) onContinue({ ...draft, key });
  };
  const more = drafts.length - LISTED;
  return (
    <ul aria-label={unsent.list} className="mb-6 divide-y divide-line border-y border-line text-15">
      {drafts.slice(0, LISTED).map((draft) => (
        <ItemBoundary key={draft.key} what="draft" id={draft.key} resetKey={draft}>
          <UnsentDraftLine draft={draft} what={what} onContinue={() => void continueWith(draft)} />
        </ItemBoundary>
      ))}
      {more > 0 && <li className="flex min-h-12 items-center text-ink-3">{unsent.more(more)}</li>}
    </ul>
  );
}

function UnsentDraftLine({ draft, what, onContinue }: { draft: UnsentDraft; what: string; onContinue: () => void }) {
  const words = FORM_TEXTS.unsent.words(draft, what);
  return (
    <li className="flex min-h-12 items-center justify-between gap-2">
      <span className={draft.orphaned ? 'min-w-0' : 'min-w-0 truncate'}>{words}</span>
      {draft.orphaned ? (
        <OrphanedDraft draft={draft} words={words} />
      ) : (
        <Button
          tone="quiet"
          className="-me-3 shrink-0 text-primary!"
          aria-label={`${FORM_TEXTS.unsent.continue}: ${words}`}
          onClick={onContinue}
        >
          {FORM_TEXTS.unsent.continue}
        </Button>
      )}
    </li>
  );
}
