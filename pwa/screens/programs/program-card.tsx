import { Link } from 'react-router-dom';
import type { ProgramCard as OwnProgram } from '../../../sync/queries/programs.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { formatShortDate } from '../../dates/format-date.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { TEXTS } from './texts.ts';

const CUES_SHOWN = 6;

/** A program: its dog, goal, and cues in teaching order. A tap on the card, except on its buttons, opens the program. */
export function ProgramCard({ card, onEdit }: { card: OwnProgram; onEdit: (id: string) => void }) {
  const { program, dog, cues, sync } = card;
  const more = cues.length - CUES_SHOWN;
  return (
    <article className="relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 [overflow-wrap:anywhere] hover:border-control has-[h2_a:focus-visible]:outline-3 has-[h2_a:focus-visible]:outline-focus">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2>
            <Link to={`/programs/${program.id}`} className="outline-none after:absolute after:inset-0">
              <bdi>{program.name}</bdi>
            </Link>
          </h2>
          {dog && (
            <p className="text-15 text-ink-3">
              <bdi>{dog.name}</bdi>
            </p>
          )}
        </div>
        <IconButton
          icon="edit"
          label={TEXTS.editOf(program.name)}
          className="relative z-1 -me-3 -mt-3"
          onClick={() => onEdit(program.id)}
        />
      </div>
      {program.goal && (
        <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-line text-ink-2">
          {program.goal}
        </p>
      )}
      {cues.length > 0 && (
        <ol className="mt-3 grid gap-1 text-15">
          {cues.slice(0, CUES_SHOWN).map(({ id, name }, place) => (
            <li key={id} className="grid grid-cols-[20px_minmax(0,1fr)]">
              <span aria-hidden="true" className="font-semi text-ink-3">
                {place + 1}
              </span>
              <span dir="auto">{name}</span>
            </li>
          ))}
          {more > 0 && <li className="ps-5 text-ink-3">{TEXTS.moreCues(more)}</li>}
        </ol>
      )}
      {/* The date is truncated to make room for the chip, so nothing moves. */}
      <div className="mt-auto pt-2">
        <div className="flex min-h-8 items-center gap-2 text-15 text-ink-3">
          <span className="flex-none">{TEXTS.cues(cues.length)}</span>
          <span className="relative z-1 flex min-w-0 items-center">
            <RowChip sync={sync} entityId={program.id} compact />
          </span>
          <span className="ms-auto min-w-0 shrink-[9] truncate">{TEXTS.created(formatShortDate(program.createdAt))}</span>
        </div>
      </div>
    </article>
  );
}
