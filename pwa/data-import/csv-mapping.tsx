import { useEffect, useMemo, useRef, useState } from 'react';
import { listDogs } from '../../sync/queries/dogs.ts';
import type { Store } from '../../sync/store/store.ts';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import {
  type Csv,
  type CsvColumns,
  type CsvMapping,
  type CsvOptions,
  type DateOrder,
  guessMapping,
  sessionOf,
  withColumn,
  dogKey,
} from './csv-sessions.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { IMPORT_TEXTS } from './texts.ts';

const TEXTS = IMPORT_TEXTS.mapping;
const COLUMNS = Object.keys(TEXTS.columns) as (keyof CsvColumns)[];
const SHOWN = 3;
/** At most this many names of unknown dogs are listed. */
const NAMED = 10;

export interface CsvMappingProps {
  csv: Csv;
  onGoOn: (options: CsvOptions) => void;
  onCancel: () => void;
}

/** Ids of own dogs by name; of two with one name, the one that has not retired. */
const readDogs = async (store: Store): Promise<ReadonlyMap<string, string>> =>
  new Map((await listDogs(store)).toReversed().map(({ dog: { id, name } }) => [dogKey(name), id]));

/** Asks which column of a spreadsheet is what, with the first sessions as they would be. */
export function CsvMappingForm(props: CsvMappingProps) {
  const store = useStore();
  const dogs = useLive(() => readDogs(store), [store]);
  return dogs && <Questions {...props} dogs={dogs} />;
}

function Questions({ csv, dogs, onGoOn, onCancel }: CsvMappingProps & { dogs: ReadonlyMap<string, string> }) {
  const [mapping, setMapping] = useState<CsvMapping>(() => guessMapping(csv));
  const [isTried, setTried] = useState(false);
  const options: CsvOptions = { mapping, dogs, zone: deviceZone() };
  const first = csv.rows
    .filter((row, place) => isFilled(row) && !csv.broken.has(place))
    .slice(0, SHOWN)
    .map((row) => sessionOf(row, options));
  const errors: Partial<Record<keyof CsvColumns, string>> = {
    ...(mapping.date === null && { date: TEXTS.noDate }),
    ...(mapping.title === null && mapping.notes === null && { title: TEXTS.noText }),
  };
  const strangers = useMemo(() => unknownDogs(csv, mapping.dog, dogs), [csv, mapping.dog, dogs]);
  const unused = csv.header.filter((name, place) => name.trim() !== '' && !COLUMNS.some((column) => mapping[column] === place));
  const form = useRef<HTMLDivElement>(null);
  // The form loads after the button above has gone, and browsers then keep in view what is below it.
  useEffect(() => {
    // In newer browsers it returns a promise, which React would take for a clean-up.
    form.current?.scrollIntoView({ block: 'start' });
  }, []);
  const goOn = () => {
    setTried(true);
    const [wrong] = COLUMNS.filter((column) => errors[column]);
    if (!wrong) onGoOn(options);
    else form.current?.querySelectorAll('select')[COLUMNS.indexOf(wrong)]?.focus();
  };
  return (
    <div ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-y border-line py-3">
      <p>
        <b role="status" className="block font-semi">
          {TEXTS.title}
        </b>
        <span className="text-15 break-words text-ink-2">{TEXTS.rows(csv.name, csv.rows.filter(isFilled).length)}</span>
      </p>
      {COLUMNS.map((column) => (
        <SelectField
          key={column}
          label={TEXTS.columns[column]}
          optional={column !== 'date' && column !== 'title'}
          hint={column === 'title' ? TEXTS.titleHint : undefined}
          error={isTried ? errors[column] : undefined}
          value={mapping[column] ?? ''}
          onChange={({ target }) => setMapping(withColumn(csv, mapping, column, target.value === '' ? null : Number(target.value)))}
        >
          <option value="">{TEXTS.none}</option>
          {csv.header.map((name, place) => (
            <option key={place} value={place}>
              {name.trim() || TEXTS.column(place + 1)}
            </option>
          ))}
        </SelectField>
      ))}
      <SelectField
        label={TEXTS.order}
        value={mapping.order}
        onChange={({ target }) => setMapping({ ...mapping, order: target.value as DateOrder })}
      >
        {Object.entries(TEXTS.orders).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {mapping.date !== null && (
        <div>
          <h3 className="text-15 font-normal text-ink-2">{TEXTS.preview}</h3>
          <ul className="mt-1 grid gap-1">
            {first.map((session, place) => (
              <li key={place} className="break-words">
                {typeof session === 'string'
                  ? session
                  : [formatMoment(session.trainedAt, options.zone), session.dog, session.title].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {strangers.length > 0 && (
        <p className="text-15 break-words text-ink-2">
          {TEXTS.strangers(strangers.slice(0, NAMED), Math.max(0, strangers.length - NAMED))}
        </p>
      )}
      {unused.length > 0 && <p className="text-15 break-words text-ink-2">{TEXTS.unused(unused)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" compact onClick={goOn}>
          {TEXTS.goOn}
        </Button>
        <Button onClick={onCancel}>{IMPORT_TEXTS.cancel}</Button>
      </div>
    </div>
  );
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

function unknownDogs({ rows }: Csv, dog: number | null, dogs: ReadonlyMap<string, string>): string[] {
  if (dog === null) return [];
  const names = new Map<string, string>();
  for (const row of rows) {
    const name = (row[dog] ?? '').trim();
    if (name && !dogs.has(dogKey(name))) names.set(dogKey(name), name);
  }
  return [...names.values()];
}
