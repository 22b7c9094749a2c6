// @vitest-environment jsdom
import { act, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FormDialogEffect } from './form-dialog-state.ts';
import { type FormDialogEffects, useFormDialogState } from './use-form-dialog-state.ts';

let root: Root;
let renders: ReturnType<typeof useFormDialogState>[];
let done: FormDialogEffect[];

const record = (effect: FormDialogEffect) => () => void done.push(effect);
const EFFECTS: FormDialogEffects = {
  check: record('check'),
  concealAndCheck: record('concealAndCheck'),
  reveal: record('reveal'),
  keepDraftAndClose: record('keepDraftAndClose'),
  closeSaved: record('closeSaved'),
  resumeDraft: record('resumeDraft'),
  offerDraft: record('offerDraft'),
};

function Form() {
  const dialog = useFormDialogState(EFFECTS);
  renders.push(dialog);
  return dialog.pending ? 'Saving...' : 'Save';
}

function latest(): ReturnType<typeof useFormDialogState> {
  const dialog = renders.at(-1);
  if (!dialog) throw new Error('Nothing has rendered');
  return dialog;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  renders = [];
  done = [];
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

it('stays open when strict mode mounts it twice', () => {
  act(() =>
    root.render(
      <StrictMode>
        <Form />
      </StrictMode>,
    ),
  );
  expect(latest().now().name).toBe('editing');
});

it('does not render while the DOM hides the dialog', () => {
  act(() => root.render(<Form />));
  act(() => latest().send({ type: 'claimed' }));
  expect(latest().now().name).toBe('checking');
  expect(renders).toHaveLength(1);
  act(() => latest().send({ type: 'valid', save: Symbol('save'), isShown: true }));
  expect(latest()).toMatchObject({ hidden: true, pending: false });
});

it('ignores the second half of a double tap before React renders', () => {
  act(() => root.render(<Form />));
  const first = Symbol('first');
  act(() => {
    latest().send({ type: 'valid', save: first, isShown: false });
    latest().send({ type: 'valid', save: Symbol('second'), isShown: false });
    expect(renders).toHaveLength(1);
  });
  expect(latest().now()).toEqual({ name: 'saving', leaving: false, save: first });
});

it('offers the draft when it unmounts', () => {
  act(() => root.render(<Form />));
  act(() => root.render(null));
  expect(done).toEqual(['offerDraft']);
});
