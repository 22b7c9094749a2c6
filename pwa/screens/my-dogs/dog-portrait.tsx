import type { DogCard } from '../../../sync/queries/dogs.ts';
import { initials } from '../../components/initials.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';

/** The dog's picture, preferably the copy on this device, or the initial of its name if there is no picture. */
export function DogPortrait({ card: { dog, picture }, className }: { card: DogCard; className: string }) {
  const source = usePosterSource(picture, dog.image);
  return (
    <span
      aria-hidden="true"
      dir="auto"
      className={`grid flex-none place-items-center overflow-hidden rounded-control bg-sunken text-24 font-bold text-ink-3 ${className}`}
    >
      {source ? <img src={source} alt="" className="size-full object-cover" /> : initials([dog.name], '')}
    </span>
  );
}
