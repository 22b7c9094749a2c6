import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { classNames } from '../components/class-names.ts';
import { FEWEST_REPS } from './exercise-progress.ts';
import type { MapCell, ProofingMap } from './proofing-map.ts';
import { PROGRESS_TEXTS as TEXTS } from './texts.ts';

interface ProofingMapTableProps {
  map: ProofingMap;
  picked: MapCell | undefined;
  onPick: (cell: MapCell) => void;
}

/** A proofing map as a table. A tap on a cell shows its sets, and trains it (R358). */
export function ProofingMapTable({ map, picked, onPick }: ProofingMapTableProps) {
  const { measure, amounts, rows } = map;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Many distances are wider than a phone, and the hardest ones matter.
    const now = frame.current?.querySelector<HTMLElement>('.now');
    if (!frame.current || !now) return;
    const toTheRight = now.getBoundingClientRect().left - frame.current.getBoundingClientRect().left;
    frame.current.scrollLeft += toTheRight - frame.current.clientWidth / 2;
  }, [amounts.length]);
  return (
    <section>
      <h3 className="flex items-baseline justify-between gap-2">
        {TEXTS.map.title}
        <span className="text-13 font-regular text-ink-3">{TEXTS.map.by[measure]}</span>
      </h3>
      <div ref={frame} className="proof-frame">
        <table className="proof">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{TEXTS.map.distraction}</span>
              </th>
              {amounts.map((amount) => (
                <th key={amount} scope="col">
                  {amountWords(map, amount)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ distraction, cells }) => (
              <tr key={distraction}>
                <th scope="row">{TEXTS.map.levels[distraction]}</th>
                {cells.map((cell) => (
                  <td key={cell.amount}>
                    <button
                      type="button"
                      className={classNames('proof-cell', cell.reps < FEWEST_REPS && 'few', cell.is ?? undefined)}
                      aria-pressed={cell === picked}
                      aria-label={TEXTS.map.cell(placeWords(map, cell), cellWords(cell))}
                      onClick={() => onPick(cell)}
                    >
                      {cell.is && <em>{TEXTS.map[cell.is]}</em>}
                      {!cell.is && cell.reps >= FEWEST_REPS && (
                        <span
                          className="pie"
                          style={{ '--turn': `${(cell.hits / cell.reps) * 100}%` } as CSSProperties}
                          aria-hidden="true"
                        />
                      )}{' '}
                      {resultOf(cell)}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-1 text-13 text-ink-3">{TEXTS.map.caption}</p>
    </section>
  );
}

const amountWords = ({ measure }: ProofingMap, amount: number) => `${amount} ${TEXTS.map.unit[measure]}`;

/** '30 m, Low'. */
const placeWords = (map: ProofingMap, { amount, distraction }: MapCell): string =>
  `${amountWords(map, amount)}, ${TEXTS.map.levels[distraction]}`;

const resultOf = ({ hits, reps }: MapCell) => (reps > 0 ? `${hits}/${reps}` : TEXTS.map.nothing);

const cellWords = (cell: MapCell) =>
  [cell.is && TEXTS.map[cell.is], cell.reps > 0 ? resultOf(cell) : TEXTS.map.notTried].filter(Boolean).join(' ');
