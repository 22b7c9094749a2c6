import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import type { ButtonTone } from '../../components/button-style.ts';
import { Button } from '../../components/button.tsx';
import { showFailure } from '../../forms/show-failure.ts';
import { tellWhenRefused } from '../../forms/tell-when-refused.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { TEXTS } from './texts.ts';

/** Imports a private copy, even offline. Once there is a copy, links to My Cues. */
export function ImportButton({ cue, imported, tone = 'plain' }: { cue: Cue; imported: boolean; tone?: ButtonTone }) {
  const store = useStore();
  const mutate = useMutate();
  const [importing, setImporting] = useState(false);
  // The focused button disappears; the link that replaces it takes the focus.
  const pressed = useRef(false);

  const copy = async () => {
    if (importing) return;
    pressed.current = true;
    setImporting(true);
    try {
      const { key } = await mutate('cues.import', { params: { cueId: cue.id }, source: cue });
      tellWhenRefused(store, [{ key }], TEXTS.importFailed);
    } catch (error) {
      showFailure(error, TEXTS.importFailed);
    }
    setImporting(false);
  };
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (!link || !pressed.current) return;
    pressed.current = false;
    link.focus();
  };

  if (imported) {
    return (
      <Link
        ref={takeFocus}
        to="?tab=mine"
        // Ignore the second tap of a double tap on Import.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
        className="-me-3 flex min-h-12 items-center rounded-control px-3 text-15 font-semi text-ink-2 hover:bg-sunken"
      >
        {TEXTS.inMyCues}
      </Link>
    );
  }
  return (
    <Button tone={tone} icon="download" aria-label={TEXTS.importOf(cue.name)} onClick={() => void copy()}>
      {TEXTS.import}
    </Button>
  );
}
