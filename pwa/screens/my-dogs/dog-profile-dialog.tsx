import { Link } from 'react-router-dom';
import { listCountedSessions } from '../../../sync/queries/counted-sessions.ts';
import { type DogRecord, getDogRecord } from '../../../sync/queries/dog-record.ts';
import { listDogSets } from '../../../sync/queries/dog-sets.ts';
import { getDog } from '../../../sync/queries/dogs.ts';
import { dayOfTitle, listDogTrials, type Trials } from '../../../sync/queries/trials.ts';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { Icon } from '../../components/icon.tsx';
import { saveBlob } from '../../components/save-blob.ts';
import { showToast } from '../../components/toast-store.ts';
import { DogExercises } from '../../progress/dog-exercises.tsx';
import { exercisesOf } from '../../progress/exercise-progress.ts';
import { ADD_PLAN, planDogPath } from '../../plans/plan-path.ts';
import { PLAN_TEXTS } from '../../plans/texts.ts';
import { csvFile } from '../../sets/sets-csv.ts';
import { formatDate } from '../../dates/format-date.ts';
import { useToday } from '../../dates/use-today.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { openedHere } from '../../components/use-dialog-route.ts';
import { DogTrials, PastTrials } from '../../trials/dog-trials.tsx';
import { DogFigures } from './dog-figures.tsx';
import { DogNotes } from './dog-notes.tsx';
import { DogPortrait } from './dog-portrait.tsx';
import { TEXTS } from './texts.ts';
import { TitleBadges } from './title-badges.tsx';
import { WeeksChart } from './weeks-chart.tsx';

export interface DogProfileDialogProps {
  id: string;
  onClose: () => void;
  onEdit: (id: string) => void;
  onExercise: (key: string) => void;
  onAddTrial: (dogId: string) => void;
  onEditTrial: (id: string) => void;
}

/** A dog's profile with its notes and achievements (R50), and a link to its sessions (R215). */
export function DogProfileDialog({ id, onClose, onEdit, onExercise, onAddTrial, onEditTrial }: DogProfileDialogProps) {
  const store = useStore();
  const today = useToday();
  // Apart: an upload changes it several times a second, and the rest would be read again each time.
  const card = useLive(() => getDog(store, id), [store, id]);
  const read = useLive(async () => {
    const [trials, record, sets] = await Promise.all([
      listDogTrials(store, id, today),
      getDogRecord(store, id, today),
      listDogSets(store, id, today),
    ]);
    return { trials, record, exercises: exercisesOf(sets) };
  }, [store, id, today]);
  if (card === undefined || !read) return null;
  const { trials, record, exercises } = read;
  if (!card) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.title}>
        <p>{TEXTS.editDialog.gone}</p>
      </Dialog>
    );
  }
  const { dog } = card;
  /** The countdown comes before everything that is trained for it. */
  const hasTrialAhead = trials.ahead.length > 0;
  const trialsAhead = <DogTrials {...{ trials, today }} onAdd={() => onAddTrial(dog.id)} onEdit={onEditTrial} />;
  const saveResults = async () => {
    const sessions = await listCountedSessions(store, dog.id);
    if (sessions.length === 0) showToast({ description: TEXTS.noResults(dog.name) });
    else saveBlob(csvFile(sessions, dog.name), `${dog.name}.csv`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={dog.name}
      foot={
        <Button tone="primary" icon="edit" onClick={() => onEdit(dog.id)}>
          {TEXTS.editProfile}
        </Button>
      }
    >
      <div className="flex items-center gap-4">
        <DogPortrait card={card} className="size-24" />
        <div className="min-w-0">
          <p className="font-semi">
            <bdi>{dog.breed}</bdi>
          </p>
          <p className="text-15 text-ink-3">{TEXTS.born(formatDate(dog.birthdate))}</p>
          <TitleBadges titles={dog.titles} />
        </div>
      </div>
      <div className="mt-3 empty:hidden">
        <RowChip sync={card.sync} entityId={dog.id} />
      </div>
      <DogFigures birthdate={dog.birthdate} figures={card.figures} className="mt-6" />
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] gap-2">
        <Link to={`/?dog=${dog.id}`} className={buttonStyle('plain')}>
          <Icon name="log" />
          {TEXTS.allSessions}
        </Link>
        <Link to={planDogPath(dog.id)} state={openedHere(ADD_PLAN)} className={buttonStyle('plain')}>
          <Icon name="calendar" />
          {PLAN_TEXTS.plan}
        </Link>
      </div>
      {hasTrialAhead && trialsAhead}
      <DogExercises {...{ dogId: dog.id, exercises }} onOpen={onExercise} />
      <Button tone="quiet" icon="download" className="-ms-3 mt-2" onClick={() => void saveResults()}>
        {TEXTS.resultsAsCsv}
      </Button>
      {!hasTrialAhead && trialsAhead}
      <PastTrials {...{ trials, today }} onEdit={onEditTrial} />
      <WeeksChart weeks={record.weeks} />
      <DogNotes key={dog.id} dog={dog} />
      <Achievements titles={dog.titles} {...{ trials, record, today }} />
    </Dialog>
  );
}

interface Achievement {
  words: string;
  /** The day on which the dog reached it; null for a title that no trial names. */
  day: string | null;
}

interface AchievementsProps {
  titles: readonly string[];
  trials: Trials;
  record: DogRecord;
  /** YYYY-MM-DD. */
  today: string;
}

function Achievements({ titles, trials, record, today }: AchievementsProps) {
  const reached: Achievement[] = [
    ...titles.map((words) => ({ words, day: dayOfTitle(trials, words, today) })),
    ...record.milestones.map(({ kind, count, day }) => ({
      words: kind === 'trainingDays' ? TEXTS.daysReached(count) : count === 1 ? TEXTS.firstSession : TEXTS.sessionsReached(count),
      day,
    })),
  ];
  return (
    <section className="mt-8">
      <h3>{TEXTS.achievements}</h3>
      {reached.length === 0 ? (
        <p className="mt-2 text-15 text-ink-2">{TEXTS.noAchievements}</p>
      ) : (
        <ul className="mt-2">
          {reached.map((achievement, index) => (
            <ItemBoundary key={index} what="achievement" resetKey={achievement.day}>
              <AchievementLine {...achievement} />
            </ItemBoundary>
          ))}
        </ul>
      )}
    </section>
  );
}

function AchievementLine({ words, day }: Achievement) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-3 [overflow-wrap:anywhere]">
      <b dir="auto" className="min-w-0 font-semi">
        {words}
      </b>
      {day && (
        <time dateTime={day} className="text-15 text-ink-3">
          {formatDate(day)}
        </time>
      )}
    </li>
  );
}
