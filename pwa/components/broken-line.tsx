import type { Broken } from './boundary.tsx';
import { Button } from './button.tsx';
import { CopyDetails } from './copy-details.tsx';

export const BROKEN_TEXTS = {
  broken: (what: string) => `This ${what} can't be shown. Your data is safe.`,
  notLoaded: (what: string) => `This ${what} couldn't load. Your data is safe.`,
  reload: 'Reload',
} as const;

export interface BrokenLineProps {
  broken: Broken;
  /** The word for the entry that cannot be shown: 'session'. */
  what: string;
}

/** One line that says something can't be shown, with Reload or Copy details. */
export function BrokenLine({ broken: { isLoadFailure, details }, what }: BrokenLineProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 text-15 text-ink-2">
      <p className="min-w-0">{(isLoadFailure ? BROKEN_TEXTS.notLoaded : BROKEN_TEXTS.broken)(what)}</p>
      {isLoadFailure ? (
        <Button tone="quiet" className="-mx-3 text-primary!" onClick={() => location.reload()}>
          {BROKEN_TEXTS.reload}
        </Button>
      ) : (
        <CopyDetails details={details} />
      )}
    </div>
  );
}
