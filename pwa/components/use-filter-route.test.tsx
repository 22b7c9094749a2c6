// @vitest-environment jsdom
import { act, use, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FilterRoute, useFilterRoute } from './use-filter-route.ts';

interface Filter {
  search: string;
  sport: string;
}

const NAMES = { search: 'q', sport: 'sport' } as const;
const NONE: Filter = { search: '', sport: 'all' };
const PAUSE = 300;

let root: Root;
/** The filter as last rendered, and the address whose page is not ready to be shown. */
const page = { notReady: '' } as { filter: FilterRoute<Filter>; notReady: string };
const never = new Promise<void>(() => undefined);

function List() {
  const filter = useFilterRoute<Filter>(NAMES, NONE);
  useLayoutEffect(() => void Object.assign(page, { filter }));
  if (page.notReady === address()) use(never);
  return (
    <>
      <Link to="/cue/1">Cue</Link>
      <Link to="?q=track&tab=mine&dialog=add-cue">Create Cue</Link>
    </>
  );
}

function NotReady() {
  use(never);
  return null;
}

const address = () => `${location.pathname}${location.search}`;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  Object.assign(page, { notReady: '' });
  history.replaceState({ usr: { from: 'home' } }, '', '/cues?q=track&tab=mine');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <BrowserRouter>
        <Routes>
          <Route path="/cues" element={<List />} />
          <Route path="/cue/1" element={<NotReady />} />
        </Routes>
      </BrowserRouter>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('keeps what else the address and its history entry hold', async () => {
  await act(async () => page.filter.change({ sport: 'Agility' }));
  await act(async () => page.filter.change({ search: 'weave' }));
  await act(async () => vi.advanceTimersByTime(PAUSE));
  expect(address()).toBe('/cues?q=weave&tab=mine&sport=Agility');
  expect(history.state).toMatchObject({ usr: { from: 'home' } });
});

it('stays cleared when the typed search was about to reach the address', async () => {
  await act(async () => page.filter.change({ search: '' }));
  await act(async () => page.filter.change({ sport: 'Agility' }));
  page.notReady = '/cues?tab=mine';
  await act(async () => page.filter.clear());
  expect(address()).toBe('/cues?tab=mine');
  await act(async () => vi.advanceTimersByTime(PAUSE));
  expect(address()).toBe('/cues?tab=mine');
});

it('does not call a person back who followed a link before the search reached the address', async () => {
  await act(async () => page.filter.change({ search: 'weave' }));
  await act(async () => document.querySelector<HTMLElement>('[href="/cue/1"]')?.click());
  expect(address()).toBe('/cue/1');
  await act(async () => vi.advanceTimersByTime(PAUSE));
  expect(address()).toBe('/cue/1');
});

it('is written after all when a person comes back before the other page was shown', async () => {
  await act(async () => page.filter.change({ search: 'weave' }));
  await act(async () => document.querySelector<HTMLElement>('[href="/cue/1"]')?.click());
  await act(async () => vi.advanceTimersByTime(PAUSE));
  // As Back does, which the test browser does later.
  history.replaceState({ usr: null, key: 'list' }, '', '/cues?q=track&tab=mine');
  await act(async () => vi.advanceTimersByTime(PAUSE));
  expect(address()).toBe('/cues?q=weave&tab=mine');
});

it('leaves the address to a dialog that has not been rendered yet, when the search is due', async () => {
  await act(async () => page.filter.change({ search: 'weave' }));
  page.notReady = '/cues?q=track&tab=mine&dialog=add-cue';
  await act(async () => document.querySelector<HTMLElement>('[href*=dialog]')?.click());
  await act(async () => vi.advanceTimersByTime(PAUSE));
  expect(address()).toBe('/cues?q=track&tab=mine&dialog=add-cue');
});
