import { daysUntil } from '../../api/contract/training-day.ts';
import type { TrialCard } from '../../sync/queries/trials.ts';
import { IconButton } from '../components/icon-button.tsx';
import { formatDate, formatShortDay } from '../dates/format-date.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';

export interface TrialLineProps {
  card: TrialCard;
  /** YYYY-MM-DD. */
  today: string;
  /** Null on a partner's. */
  onEdit: ((id: string) => void) | null;
}

/** One trial: how many days are left, where and what, or how it went. */
export function TrialLine({ card: { trial, sync }, today, onEdit }: TrialLineProps) {
  const { id, name, day, place, level, entryCloses, result, points, titleWon } = trial;
  const days = daysUntil(day, today);
  const about = [level, place].filter(Boolean).join(' · ');
  const came = [result, points !== null && TEXTS.points(points), titleWon].filter(Boolean).join(' · ');
  return (
    <li className="flex items-start gap-2 border-t border-line py-3">
      <div className="min-w-0 grow [overflow-wrap:anywhere]">
        {days >= 0 && <p className="text-20 font-semi">{TEXTS.inDays(days)}</p>}
        <p className="font-semi">
          <bdi>{name}</bdi>
        </p>
        {/* The chip comes and goes in this line, so that nothing moves. */}
        <div className="flex min-h-7 items-center gap-2">
          <p className="min-w-0 truncate text-15 text-ink-2">{formatDate(day)}</p>
          <RowChip sync={sync} entityId={id} compact />
        </div>
        {about && (
          <p dir="auto" className="text-15 text-ink-2">
            {about}
          </p>
        )}
        {days >= 0 && entryCloses && (
          <p className="text-15 text-ink-2">{TEXTS.entryCloses(formatShortDay(entryCloses), daysUntil(entryCloses, today))}</p>
        )}
        {came && (
          <p dir="auto" className="whitespace-pre-line text-15">
            {came}
          </p>
        )}
      </div>
      {onEdit && <IconButton icon="edit" label={TEXTS.edit(name)} onClick={() => onEdit(id)} />}
    </li>
  );
}
