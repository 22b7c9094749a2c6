import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OpenPlans as Read, PlanCard } from '../../sync/queries/plans.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { formatWeekday } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { startedPath } from '../field/field-path.ts';
import { useOnce } from '../forms/use-once.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { useSave } from '../sync/use-save.ts';
import { planName, plannedWords } from './plan-words.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/** More would push the log down, until one asks for them. */
const NOW_MAX = 3;
const LATER_MAX = 3;
/** Exercises that a plan shows. */
const LINES_MAX = 4;

export interface OpenPlansProps {
  plans: Read;
  /** YYYY-MM-DD. */
  today: string;
  onEdit: (id: string) => void;
}

/** What is planned and not done yet, above the log (R359): of today and earlier days with Start, and what comes next. */
export function OpenPlans({ plans: { now, later }, today, onEdit }: OpenPlansProps) {
  const [isWhole, setWhole] = useState(false);
  const [shownNow, shownLater] = isWhole ? [now, later] : [now.slice(0, NOW_MAX), later.slice(0, LATER_MAX)];
  const more = now.length + later.length - shownNow.length - shownLater.length;
  return (
    <section aria-label={TEXTS.list} className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shownNow.map((card, place) => (
          <ItemBoundary key={card.plan.id} what="plan" id={card.plan.id} resetKey={card}>
            <PlanNow {...{ card, today, onEdit }} isFirst={place === 0} />
          </ItemBoundary>
        ))}
        {shownLater.map((card) => (
          <ItemBoundary key={card.plan.id} what="plan" id={card.plan.id} resetKey={card}>
            <PlanLater {...{ card, onEdit }} />
          </ItemBoundary>
        ))}
      </ul>
      {more > 0 && (
        <Button tone="quiet" className="-ms-3 justify-self-start" onClick={() => setWhole(true)}>
          {TEXTS.more(more)}
        </Button>
      )}
    </section>
  );
}

interface PlanNowProps {
  card: PlanCard;
  /** YYYY-MM-DD. */
  today: string;
  /** The plan to start next. */
  isFirst: boolean;
  onEdit: (id: string) => void;
}

function PlanNow({ card: { plan, sync, dog, left }, today, isFirst, onEdit }: PlanNowProps) {
  const navigate = useNavigate();
  const save = useSave();
  const once = useOnce(TEXTS.startFailed);
  const name = planName({ exercises: [...left] });
  const lines =
    left.length > 0 ? left.slice(0, LINES_MAX).map((each) => ({ id: each.id, words: plannedWords(each) })) : [{ id: plan.id, words: name }];
  const start = () =>
    once(async () => {
      const { startPlan } = await import('../../sync/outbox/start-planned.ts');
      const started = await save((store, ports) => startPlan(store, ports, plan.id, deviceZone()));
      void navigate(startedPath(started));
    });
  return (
    <li className="plan-now">
      <div>
        {/* The chip comes and goes in this line, so that nothing moves. */}
        <div className="flex min-h-7 items-center gap-2">
          <p className="min-w-0 truncate text-15 font-semi text-ink-2">
            {plan.day === today ? TEXTS.today : TEXTS.plannedFor(formatWeekday(plan.day))}
            {dog && (
              <>
                {' · '}
                <bdi>{dog.dog.name}</bdi>
              </>
            )}
          </p>
          <RowChip sync={sync} entityId={plan.id} compact />
        </div>
        <h2 className="text-17 [overflow-wrap:anywhere]">
          {lines.map((line) => (
            <span key={line.id} dir="auto" className="line-clamp-2 ps-4 -indent-4">
              {line.words}
            </span>
          ))}
        </h2>
        {left.length > LINES_MAX && <p className="text-15 text-ink-2">{TEXTS.moreExercises(left.length - LINES_MAX)}</p>}
        {plan.note && (
          <p dir="auto" className="line-clamp-3 text-15 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
            {plan.note}
          </p>
        )}
      </div>
      <div className="plan-actions">
        <IconButton icon="edit" label={TEXTS.edit(name)} onClick={() => onEdit(plan.id)} />
        <Button tone={isFirst ? 'primary' : 'plain'} aria-label={TEXTS.startOf(name)} onClick={start}>
          {TEXTS.start}
        </Button>
      </div>
    </li>
  );
}

function PlanLater({ card: { plan, sync, dog, left }, onEdit }: { card: PlanCard; onEdit: (id: string) => void }) {
  const name = planName({ exercises: [...left] });
  return (
    <li className="flex min-h-12 items-center justify-between gap-2 border-y border-line text-15">
      <span dir="auto" className="line-clamp-3 min-w-0 grow [overflow-wrap:anywhere]">
        {[formatWeekday(plan.day), dog?.dog.name, name].filter(Boolean).join(' · ')}
      </span>
      <RowChip sync={sync} entityId={plan.id} compact />
      <IconButton icon="edit" label={TEXTS.edit(name)} onClick={() => onEdit(plan.id)} />
    </li>
  );
}
