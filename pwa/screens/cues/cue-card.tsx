import type { ReactNode } from 'react';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import { CUE_CARD_STEPS } from '../../../api/contract/limits.ts';
import { DifficultyBars } from '../../components/difficulty-bars.tsx';
import { Icon } from '../../components/icon.tsx';
import { TEXTS } from './texts.ts';
import { VisibilityMark } from './visibility-mark.tsx';

export interface CueCardProps {
  cue: Cue;
  /** 'by Helen Marsh' */
  creator: string;
  imported: boolean;
  onRead: (id: string) => void;
  /** Rendered at the end of the footer. */
  action?: ReactNode;
  /** Sync state of the row. */
  chip?: ReactNode;
}

/** A cue with its first three steps and its author (R57). A tap on the card, except on its footer, opens the cue. */
export function CueCard({ cue, creator, imported, onRead, action, chip }: CueCardProps) {
  const more = cue.steps.length - CUE_CARD_STEPS;
  return (
    <article className="relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 [overflow-wrap:anywhere] hover:border-control has-[h2_button:focus-visible]:outline-3 has-[h2_button:focus-visible]:outline-focus">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            // Ignore the second tap of a double tap on Import, whose row may have moved down meanwhile.
            onClick={({ detail }) => detail < 2 && onRead(cue.id)}
            className="text-start [overflow-wrap:anywhere] outline-none after:absolute after:inset-0"
          >
            <bdi>{cue.name}</bdi>
          </button>
        </h2>
        {imported && (
          <span className="flex flex-none items-center gap-1 rounded-[4px] border border-control px-2 py-px text-13 font-semi text-ink-2">
            <Icon name="check" size="small" />
            {TEXTS.imported}
          </span>
        )}
        <VisibilityMark visibility={cue.visibility} />
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-15 text-ink-2">
        <DifficultyBars difficulty={cue.difficulty} />
        <span>{cue.sport}</span>
      </p>
      {cue.description && (
        <p dir="auto" className="mt-3 line-clamp-4 whitespace-pre-line text-ink-2">
          {cue.description}
        </p>
      )}
      {cue.steps.length > 0 && (
        <ol className="mt-3 grid gap-1 text-15">
          {cue.steps.slice(0, CUE_CARD_STEPS).map((step, index) => (
            <li key={index} className="grid grid-cols-[20px_minmax(0,1fr)]">
              <span aria-hidden="true" className="font-semi text-ink-3">
                {index + 1}
              </span>
              <span dir="auto">{step}</span>
            </li>
          ))}
          {more > 0 && <li className="ps-5 text-ink-3">{TEXTS.moreSteps(more)}</li>}
        </ol>
      )}
      <div className="mt-auto flex min-h-15 items-end gap-x-3 pt-3">
        <div className="flex min-h-12 min-w-0 flex-1 items-center gap-2 text-15 text-ink-3">
          {creator && <p className="min-w-0 shrink-[9]">{creator}</p>}
          {chip && <span className="relative z-1 flex min-w-0 items-center">{chip}</span>}
        </div>
        {action && <div className="relative z-1 flex-none">{action}</div>}
      </div>
    </article>
  );
}
