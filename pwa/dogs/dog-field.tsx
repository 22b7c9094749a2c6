import { useId, useState } from 'react';
import { type DogCard, listDogs } from '../../sync/queries/dogs.ts';
import { Avatar } from '../components/avatar.tsx';
import { EntryBoundary } from '../components/entry-boundary.tsx';
import { FieldError } from '../components/field.tsx';
import { FIELD_LABELS } from '../forms/field-labels.ts';
import { initials } from '../components/initials.ts';
import { usePosterSource } from '../media/use-poster-source.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { Tile } from '../components/tile.tsx';

const NO_DOG = 'No dog';

export interface DogFieldProps {
  /** '' for no dog. */
  value: string;
  error: string | undefined;
  onChoose: (dogId: string) => void;
}

/** The dog of a session, plan or trial, chosen by one tap on its picture (R211). */
export function DogField({ value, error, onChoose }: DogFieldProps) {
  const store = useStore();
  const id = useId();
  const [first] = useState(value);
  const dogs = useLive(() => listDogs(store), [store]);
  const offered = dogs && offeredDogs(dogs, first, value);
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <span id={id} className="text-15 font-semi">
        {FIELD_LABELS.videos.dogId}
        <span className="font-regular text-ink-3"> (optional)</span>
      </span>
      <div className="tiles">
        {offered?.map((card) => (
          <EntryBoundary key={card.dog.id} what="dog" id={card.dog.id} resetKey={card}>
            <DogTile card={card} group={id} checked={card.dog.id === value} onChoose={() => onChoose(card.dog.id)} />
          </EntryBoundary>
        ))}
        {/* A deleted dog counts as no dog (R48). */}
        {offered && (
          <Tile group={id} checked={offered.every(({ dog }) => dog.id !== value)} onChoose={() => onChoose('')}>
            {NO_DOG}
          </Tile>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Sorted by name, with the form's first dog in front. Retired dogs are left out, except the first and the chosen one. */
function offeredDogs(dogs: readonly DogCard[], first: string, chosen: string): DogCard[] {
  const byName = new Intl.Collator();
  return dogs
    .filter(({ dog }) => !dog.retiredAt || dog.id === first || dog.id === chosen)
    .toSorted(({ dog: a }, { dog: b }) => Number(b.id === first) - Number(a.id === first) || byName.compare(a.name, b.name));
}

function DogTile({ card: { dog, picture }, ...tile }: { card: DogCard; group: string; checked: boolean; onChoose: () => void }) {
  const source = usePosterSource(picture, dog.image);
  return (
    <Tile {...tile} face={<Avatar src={source} initials={initials([dog.name], '')} size={48} />}>
      <bdi>{dog.name}</bdi>
    </Tile>
  );
}
