import type { ReactNode } from 'react';
import type { DogFigures as Figures } from '../../../sync/queries/dogs.ts';
import { deviceDay } from '../../dates/training-moment.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { ageOn, type Age } from './age.ts';
import { TEXTS } from './texts.ts';

const NOT_YET = '\u00A0';

export interface DogFiguresProps {
  /** YYYY-MM-DD */
  birthdate: string;
  /** Undefined while they are being counted; the layout reserves their space. */
  figures: Figures | undefined;
  className: string;
}

/** Age, training days and achievements: computed, never entered (R52). */
export function DogFigures({ birthdate, figures, className }: DogFiguresProps) {
  const ports = usePorts();
  const age = ageOn(deviceDay(ports.now()), birthdate);
  return (
    <dl className={`flex flex-wrap justify-between gap-x-4 gap-y-2 ${className}`}>
      <Figure label={TEXTS.age}>{age ? <AgeFigure age={age} /> : <span className="text-15">{TEXTS.unborn}</span>}</Figure>
      <Figure label={TEXTS.trainingDays}>{figures?.trainingDays.toLocaleString() ?? NOT_YET}</Figure>
      <Figure label={TEXTS.achievements}>{figures?.achievements.toLocaleString() ?? NOT_YET}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-13 text-ink-3">{label}</dt>
      <dd className="text-24 leading-tight font-semi tracking-[-0.01em] whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Short on screen, spelled out for screen readers: '4 years 3 months'. */
function AgeFigure({ age: { years, months } }: { age: Age }) {
  const words = [years > 0 && TEXTS.years(years), (months > 0 || years === 0) && TEXTS.months(months)].filter(Boolean).join(' ');
  return (
    <>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true">
        {years > 0 && <Part figure={years} unit="y" />}
        {years > 0 && months > 0 && ' '}
        {(months > 0 || years === 0) && <Part figure={months} unit="m" />}
      </span>
    </>
  );
}

function Part({ figure, unit }: { figure: number; unit: string }) {
  return (
    <>
      {figure}
      <small className="text-15 font-regular text-ink-2">{unit}</small>
    </>
  );
}
