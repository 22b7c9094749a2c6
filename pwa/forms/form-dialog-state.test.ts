import { describe, expect, it } from 'vitest';
import { type FormDialogEffect, type FormDialogEvent, type FormDialogState, next, OPENED } from './form-dialog-state.ts';

const THIS = Symbol('this save');
const OLDER = Symbol('an older save');

type StateName = FormDialogState['name'];
type Row = StateName | 'savingHiddenDrawn' | 'closedSaving';
type Cell = Exclude<FormDialogEvent['type'], 'valid'> | 'validShown' | 'validUnshown' | 'drawnOlder' | 'writtenOlder' | 'writeFailedOlder';

const STATES: Record<Row, FormDialogState> = {
  editing: { name: 'editing', leaving: false },
  checking: { name: 'checking', leaving: false },
  saving: { name: 'saving', leaving: false, save: THIS },
  savingHidden: { name: 'savingHidden', leaving: false, save: THIS, drawn: false },
  savingHiddenDrawn: { name: 'savingHidden', leaving: false, save: THIS, drawn: true },
  failed: { name: 'failed', leaving: false },
  closed: { name: 'closed', save: null },
  closedSaving: { name: 'closed', save: THIS },
};

const EVENTS: Record<Cell, FormDialogEvent> = {
  submitted: { type: 'submitted' },
  claimed: { type: 'claimed' },
  invalid: { type: 'invalid' },
  validShown: { type: 'valid', save: THIS, isShown: true },
  validUnshown: { type: 'valid', save: THIS, isShown: false },
  drawn: { type: 'drawn', save: THIS },
  written: { type: 'written', save: THIS },
  writeFailed: { type: 'writeFailed', save: THIS },
  drawnOlder: { type: 'drawn', save: OLDER },
  writtenOlder: { type: 'written', save: OLDER },
  writeFailedOlder: { type: 'writeFailed', save: OLDER },
  close: { type: 'close' },
  mounted: { type: 'mounted' },
  unmounted: { type: 'unmounted' },
};

type Expected = readonly [after: Row | 'leaving' | 'same', effect?: FormDialogEffect];

/** The state stays the same and has no effect. */
const NOTHING: Expected = ['same'];

const EDITABLE: Record<Cell, Expected> = {
  submitted: ['same', 'check'],
  claimed: ['checking', 'concealAndCheck'],
  invalid: NOTHING,
  validShown: ['savingHidden'],
  validUnshown: ['saving'],
  drawn: NOTHING,
  written: NOTHING,
  writeFailed: NOTHING,
  drawnOlder: NOTHING,
  writtenOlder: NOTHING,
  writeFailedOlder: NOTHING,
  close: ['leaving', 'keepDraftAndClose'],
  mounted: NOTHING,
  unmounted: ['closed', 'offerDraft'],
};

const SAVING: Record<Cell, Expected> = {
  submitted: NOTHING,
  claimed: NOTHING,
  invalid: NOTHING,
  validShown: NOTHING,
  validUnshown: NOTHING,
  drawn: NOTHING,
  written: ['same', 'closeSaved'],
  writeFailed: ['failed', 'resumeDraft'],
  drawnOlder: NOTHING,
  writtenOlder: NOTHING,
  writeFailedOlder: NOTHING,
  close: ['leaving', 'keepDraftAndClose'],
  mounted: NOTHING,
  unmounted: ['closedSaving'],
};

const TABLE: Record<Row, Record<Cell, Expected>> = {
  editing: EDITABLE,
  failed: EDITABLE,
  checking: {
    submitted: NOTHING,
    claimed: NOTHING,
    invalid: ['editing', 'reveal'],
    validShown: ['savingHidden'],
    validUnshown: ['saving', 'reveal'],
    drawn: NOTHING,
    written: NOTHING,
    writeFailed: NOTHING,
    drawnOlder: NOTHING,
    writtenOlder: NOTHING,
    writeFailedOlder: NOTHING,
    close: NOTHING,
    mounted: NOTHING,
    unmounted: ['closed'],
  },
  saving: SAVING,
  savingHidden: { ...SAVING, drawn: ['savingHiddenDrawn'], close: NOTHING },
  savingHiddenDrawn: { ...SAVING, drawn: ['savingHiddenDrawn'], close: NOTHING },
  closed: {
    submitted: NOTHING,
    claimed: NOTHING,
    invalid: NOTHING,
    validShown: ['closedSaving'],
    validUnshown: ['closedSaving'],
    drawn: NOTHING,
    written: NOTHING,
    writeFailed: NOTHING,
    drawnOlder: NOTHING,
    writtenOlder: NOTHING,
    writeFailedOlder: NOTHING,
    close: NOTHING,
    mounted: ['editing'],
    unmounted: NOTHING,
  },
  closedSaving: {
    submitted: NOTHING,
    claimed: NOTHING,
    invalid: NOTHING,
    validShown: NOTHING,
    validUnshown: NOTHING,
    drawn: NOTHING,
    written: NOTHING,
    writeFailed: ['closed', 'resumeDraft'],
    drawnOlder: NOTHING,
    writtenOlder: NOTHING,
    writeFailedOlder: NOTHING,
    close: NOTHING,
    mounted: ['editing'],
    unmounted: NOTHING,
  },
};

const ROWS = Object.keys(TABLE) as Row[];
const CELLS = Object.keys(EVENTS) as Cell[];
const PAIRS = ROWS.flatMap((row) => CELLS.map((cell) => [row, cell] as const));
const asLeaving = (state: FormDialogState): FormDialogState => (state.name === 'closed' ? state : { ...state, leaving: true });

function stateAfter(row: Row, after: Expected[0]): FormDialogState {
  if (after === 'same') return STATES[row];
  return after === 'leaving' ? asLeaving(STATES[row]) : STATES[after];
}

it('opens in the state editing', () => {
  expect(OPENED).toEqual(STATES.editing);
});

it.each(PAIRS)('in %s, answers %s with the state and effect of the table', (row, cell) => {
  const [after, effect] = TABLE[row][cell];
  const [state, done] = next(STATES[row], EVENTS[cell]);
  expect({ state, done }).toEqual({ state: stateAfter(row, after), done: effect });
});

describe('after the person has closed the dialog', () => {
  const stillOpen = PAIRS.filter(([row]) => STATES[row].name !== 'closed');

  it.each(stillOpen.filter(([, cell]) => cell !== 'close' && cell !== 'unmounted'))('in %s, answers %s as before', (row, cell) => {
    const [after, effect] = TABLE[row][cell];
    const [state, done] = next(asLeaving(STATES[row]), EVENTS[cell]);
    expect({ state, done }).toEqual({ state: asLeaving(stateAfter(row, after)), done: effect });
  });

  it.each(stillOpen.filter(([, cell]) => cell === 'close' || cell === 'unmounted'))(
    'in %s, answers %s without keeping the draft again',
    (row, cell) => {
      const after = cell === 'close' ? asLeaving(STATES[row]) : stateAfter(row, TABLE[row][cell][0]);
      expect(next(asLeaving(STATES[row]), EVENTS[cell])).toEqual([after]);
    },
  );
});
