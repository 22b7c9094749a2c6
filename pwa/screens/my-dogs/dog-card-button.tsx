import type { DogCard, DogFigures as Figures } from '../../../sync/queries/dogs.ts';
import { CardState } from '../../components/card-state.tsx';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { DogFigures } from './dog-figures.tsx';
import { DogPortrait } from './dog-portrait.tsx';
import { TEXTS } from './texts.ts';
import { TitleBadges } from './title-badges.tsx';

/** A dog's card. The whole card opens the profile, except the retry chip. */
export function DogCardButton({ card, figures, onOpen }: { card: DogCard; figures: Figures | undefined; onOpen: () => void }) {
  const { dog, sync } = card;
  return (
    <article className="relative flex flex-col rounded-card border border-line bg-surface p-4 hover:border-control has-[h2_button:focus-visible]:outline-3 has-[h2_button:focus-visible]:outline-focus">
      <div className="flex items-start gap-3">
        <DogPortrait card={card} className="size-18" />
        <div className="min-w-0 flex-1">
          <h2>
            <button
              type="button"
              onClick={onOpen}
              className="text-start [overflow-wrap:anywhere] outline-none after:absolute after:inset-0"
            >
              {dog.name}
            </button>
          </h2>
          <p className="text-15 text-ink-3">
            {dog.breed}
            {dog.retiredAt && ` · ${TEXTS.retired}`}
          </p>
          <TitleBadges titles={dog.titles} />
        </div>
      </div>
      <DogFigures birthdate={dog.birthdate} figures={figures} className="mt-auto pt-4" />
      <CardState>
        <RowChip sync={sync} entityId={dog.id} />
      </CardState>
    </article>
  );
}
