import { type DogCard, getDog } from '../../../sync/queries/dogs.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatDate } from '../../dates/format-date.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { DogFigures } from './dog-figures.tsx';
import { DogNotes } from './dog-notes.tsx';
import { DogPortrait } from './dog-portrait.tsx';
import { TEXTS } from './texts.ts';
import { TitleBadges } from './title-badges.tsx';

export interface DogProfileDialogProps {
  id: string;
  onClose: () => void;
  onEdit: (id: string) => void;
}

/** A dog's profile with its notes and achievements (specification, section 2). */
export function DogProfileDialog({ id, onClose, onEdit }: DogProfileDialogProps) {
  const store = useStore();
  const card = useLive(() => getDog(store, id), [store, id]);
  if (card === undefined) return null;
  if (!card) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.title}>
        <p>{TEXTS.gone}</p>
      </Dialog>
    );
  }
  const { dog } = card;
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
          <p className="font-semi">{dog.breed}</p>
          <p className="text-15 text-ink-3">{TEXTS.born(formatDate(dog.birthdate))}</p>
          <TitleBadges titles={dog.titles} />
        </div>
      </div>
      <div className="mt-3 empty:hidden">
        <RowChip sync={card.sync} entityId={dog.id} />
      </div>
      <DogFigures card={card} className="mt-6" />
      <DogNotes key={dog.id} dog={dog} />
      <Achievements card={card} />
    </Dialog>
  );
}

function Achievements({ card: { milestones } }: { card: DogCard }) {
  const reached = [
    ...milestones.titles,
    ...milestones.sessions.toReversed().map((count) => (count === 1 ? TEXTS.firstSession : TEXTS.sessionsReached(count))),
    ...milestones.trainingDays.toReversed().map((count) => TEXTS.daysReached(count)),
  ];
  return (
    <section className="mt-8">
      <h3>{TEXTS.achievements}</h3>
      {reached.length === 0 ? (
        <p className="mt-2 text-15 text-ink-2">{TEXTS.noAchievements}</p>
      ) : (
        <ul className="mt-2">
          {reached.map((words, index) => (
            <li key={index} className="border-t border-line py-3 font-semi [overflow-wrap:anywhere]">
              {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
