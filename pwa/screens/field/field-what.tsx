import type { FieldSet } from '../../../sync/queries/field.ts';
import { criterionWords } from '../../../api/contract/set-words.ts';
import { DogFace } from './dog-face.tsx';
import { FIELD_TEXTS as TEXTS } from './texts.ts';

/** Dog, exercise and criterion of a set. */
export function FieldWhat({ read }: { read: FieldSet }) {
  const { set, dog } = read;
  return (
    <section className="field-what">
      {dog && <DogFace card={dog} />}
      <div className="min-w-0">
        <h1 dir="auto" tabIndex={-1}>
          {set.exercise}
        </h1>
        <p dir="auto">{[dog?.dog.name, TEXTS.setNumber(read.number), criterionWords(set)].filter(Boolean).join(' · ')}</p>
      </div>
    </section>
  );
}
