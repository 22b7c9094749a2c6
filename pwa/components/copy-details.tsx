import { useState } from 'react';
import { Button } from './button.tsx';

const TEXTS = { copy: 'Copy details', copied: 'Copied', byHand: 'Details to copy' } as const;

/** Copies the error details; if the browser refuses, shows them selected. */
export function CopyDetails({ details }: { details: string }) {
  const [state, setState] = useState<'offered' | 'copied' | 'shown'>('offered');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(details);
      setState('copied');
    } catch {
      setState('shown');
    }
  };
  if (state === 'shown') {
    return (
      <textarea
        readOnly
        autoFocus
        aria-label={TEXTS.byHand}
        rows={4}
        value={details}
        onFocus={(event) => event.currentTarget.select()}
        className="input mt-2 w-full basis-full text-13"
      />
    );
  }
  return (
    <Button tone="quiet" className="-mx-3 text-primary!" onClick={() => void copy()}>
      {state === 'copied' ? TEXTS.copied : TEXTS.copy}
    </Button>
  );
}
