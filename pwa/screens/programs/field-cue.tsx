import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import { buttonStyle } from '../../components/button-style.ts';
import { Icon } from '../../components/icon.tsx';
import { Steps } from '../../components/steps.tsx';
import { DIALOG_PARAM, openedHere } from '../../components/use-dialog-route.ts';
import { TEXTS } from './texts.ts';

const ADD_SESSION = 'add-session';

interface FieldCueProps {
  cue: Cue;
  /** Position of the cue in the program, from 1. */
  number: number;
  /** The program's dog. */
  dogId: string | null;
  open: boolean;
  onToggle: () => void;
}

/** A cue of the program. When open, it shows its steps and a link to log a session of this cue. */
export function FieldCue({ cue, number, dogId, open, onToggle }: FieldCueProps) {
  const [buttonId, bodyId] = [useId(), useId()];
  const logging = new URLSearchParams({ ...(dogId && { dog: dogId }), [DIALOG_PARAM]: ADD_SESSION, title: cue.name });
  return (
    <li className="border-t border-line">
      <h2>
        <button
          id={buttonId}
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={onToggle}
          className="flex min-h-18 w-full items-center gap-3 py-3 text-start text-24"
        >
          <span aria-hidden="true" className="min-w-8 flex-none text-ink-3">
            {number}
          </span>
          <span dir="auto" className="min-w-0 flex-1">
            {cue.name}
          </span>
          <Icon name="down" className={open ? 'rotate-180' : ''} />
        </button>
      </h2>
      <div role="region" id={bodyId} aria-labelledby={buttonId} hidden={!open} className="pb-6">
        {cue.description && (
          <p dir="auto" className="mb-4 whitespace-pre-line text-20 text-ink-2">
            {cue.description}
          </p>
        )}
        {cue.steps.length > 0 ? <Steps large steps={cue.steps} /> : <p className="text-20 text-ink-2">{TEXTS.noSteps}</p>}
        <Link
          to={`/?${logging.toString()}`}
          state={openedHere(ADD_SESSION)}
          className={buttonStyle('primary', { className: 'mt-6 w-full' })}
        >
          <Icon name="plus" />
          {TEXTS.logCue(cue.name)}
        </Link>
      </div>
    </li>
  );
}
