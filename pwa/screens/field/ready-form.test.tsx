// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
const show = (distanceM: number) =>
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
          sound={{ on: false, toggle: nothing, play: nothing }}
          onClose={nothing}
        />
      </MemoryRouter>,
    ),
  );
const distance = () => place.querySelector('[aria-label="Distance"] output')?.textContent;

it('keeps the criterion that it showed first when another device adds a set', () => {
  show(30);
  expect(distance()).toBe('30 m');
  show(50);
  expect(distance()).toBe('30 m');
});
