import type { DogCard } from '../../../sync/queries/dogs.ts';
import { Avatar } from '../../components/avatar.tsx';
import { initials } from '../../components/initials.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';

export function DogFace({ card: { dog, picture } }: { card: DogCard }) {
  return <Avatar size={48} src={usePosterSource(picture, dog.image)} initials={initials([dog.name], '')} />;
}
