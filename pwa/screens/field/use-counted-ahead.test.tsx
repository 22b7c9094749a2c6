// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { standingReps } from '../../../api/contract/reps.ts';
import type { FieldSet } from '../../../sync/queries/field.ts';
import { type CountedAhead, useCountedAhead } from './use-counted-ahead.ts';

const HIT = 'aaaaaaa1 hit at mhq2k9zs';
const MISS = 'aaaaaaa2 miss at mhq2k9zt';

let root: Root;
/** The hook's result, as last rendered. */
const page = {} as CountedAhead;

function Page({ read }: { read: FieldSet }) {
  const ahead = useCountedAhead(read);
  useLayoutEffect(() => void Object.assign(page, ahead));
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

/** Renders what the live query has read. */
function read(reps: string[], struck: string[] = []) {
  const standing = standingReps({ reps, struck });
  const found = { set: { reps, struck }, reps: standing, hits: standing.filter(({ kind }) => kind === 'hit').length };
  act(() => root.render(<Page read={found as unknown as FieldSet} />));
}
const kinds = () => page.shown.reps.map(({ kind }) => kind);

it('shows a stored rep, and an undone one, before the live query has read them', () => {
  read([MISS]);
  act(() => page.add({ reps: [HIT] }));
  expect([kinds(), page.shown.hits]).toEqual([['hit', 'miss'], 1]);
  act(() => page.add({ struck: ['aaaaaaa1'] }));
  expect([kinds(), page.shown.hits]).toEqual([['miss'], 0]);
});

it('shows a rep once, and not any more if it goes after it was read', () => {
  read([]);
  act(() => page.add({ reps: [HIT] }));
  read([HIT]);
  expect(kinds()).toEqual(['hit']);
  read([]);
  expect(kinds()).toEqual([]);
});
