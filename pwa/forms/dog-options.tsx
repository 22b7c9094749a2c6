import { OptionBoundary } from '../components/entry-boundary.tsx';
import type { DogChoice } from './use-dog-choices.ts';

/** The options of a select that lists dogs. */
export function DogOptions({ dogs }: { dogs: readonly DogChoice[] }) {
  return dogs.map((dog) => (
    <OptionBoundary key={dog.id} what="dog" id={dog.id} resetKey={dog}>
      <option value={dog.id}>{dog.name}</option>
    </OptionBoundary>
  ));
}
