// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlannedExercise } from '../../../api/contract/entities/plan.ts';
import { NEW_SET } from '../../../api/contract/entities/set.ts';
import { dogSet } from '../../testing/dog-set.ts';
import { ReadyForm } from './ready-form.tsx';

vi.mock('./use-start-set.ts', () => ({ useStartSet: () => () => Promise.resolve(null) }));

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const latestSet = (distanceM: number) => ({ set: dogSet('2026-11-18', 'hhhhm', { distanceM }).set, hits: 4, reps: 5 });
const nothing = () => {};
const show = (distanceM: number, planned: readonly PlannedExercise[] = []) =>
  act(() =>
    root.render(
      <MemoryRouter>
        <ReadyForm
          videoId={null}
          dogs={[]}
          dogId={null}
          onDog={null}
          onTouch={nothing}
          latest={[latestSet(distanceM)]}
          measures={{}}
          choices={[]}
          planned={planned}
          sound={{ on: false, toggle: nothing, play: nothing }}
          onClose={nothing}
        />
      </MemoryRouter>,
    ),
  );
const amount = (label: string) => place.querySelector(`[aria-label="${label}"] output`)?.textContent;
const distance = () => amount('Distance');

it('keeps the criterion that it showed first when another device adds a set', () => {
  show(30);
  expect(distance()).toBe('30 m');
  show(50);
  expect(distance()).toBe('30 m');
});

it('begins any exercise that is still planned, with its whole criterion', () => {
  show(30, [
    { ...NEW_SET, id: 'exercis1', exercise: 'Recall', distanceM: 20, repsAsked: 3 },
    { ...NEW_SET, id: 'exercis2', exercise: 'Down', durationS: 60 },
  ]);
  const choices = [...place.querySelectorAll<HTMLButtonElement>('.choice')];
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Recall, 20 m', 'Down, 60 s']);
  act(() => choices[0]?.click());
  expect([distance(), amount('Reps')]).toEqual(['20 m', '3']);
  act(() => choices[1]?.click());
  expect([distance(), amount('Duration'), amount('Reps')]).toEqual(['Any', '60 s', '5']);
});
