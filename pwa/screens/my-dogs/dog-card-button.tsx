import { memo } from 'react';
import type { DogCard, DogFigures as Figures } from '../../../sync/queries/dogs.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { DogFigures } from './dog-figures.tsx';
import { DogPortrait } from './dog-portrait.tsx';
import { TEXTS } from './texts.ts';
import { TitleBadges } from './title-badges.tsx';

interface DogCardButtonProps {
  card: DogCard;
  figures: Figures | undefined;
  onOpen: (id: string) => void;
}

/**
 * A dog's card. A tap on the card, except on its sync chip, opens the profile. Memoised, because the screen renders again
 * whenever a dialog opens or closes.
 */
export const DogCardButton = memo(function DogCardButton({ card, figures, onOpen }: DogCardButtonProps) {
  const { dog, sync } = card;
  return (
    <article className="relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 hover:border-control has-[h2_button:focus-visible]:outline-3 has-[h2_button:focus-visible]:outline-focus">
      <div className="flex items-start gap-3">
        <DogPortrait card={card} className="size-18" />
        <div className="min-w-0 flex-1">
          <h2>
            <button
              type="button"
              onClick={() => onOpen(dog.id)}
              className="text-start [overflow-wrap:anywhere] outline-none after:absolute after:inset-0"
            >
              <bdi>{dog.name}</bdi>
            </button>
          </h2>
          {/* The breed is truncated to make room for the chip, so nothing moves. */}
          <div className="flex min-h-8 items-center gap-2 text-15">
            <p className="min-w-0 shrink-[9] truncate text-ink-3">
              <bdi>{dog.breed}</bdi>
              {dog.retiredAt && ` · ${TEXTS.retired}`}
            </p>
            <span className="relative z-1 flex min-w-0 items-center">
              <RowChip sync={sync} entityId={dog.id} compact />
            </span>
          </div>
          <TitleBadges titles={dog.titles} />
        </div>
      </div>
      <DogFigures birthdate={dog.birthdate} figures={figures} className="mt-auto pt-4" />
    </article>
  );
});
