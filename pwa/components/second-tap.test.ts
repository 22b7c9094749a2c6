import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardAgainstSecondTap, watchTaps } from './second-tap.ts';

class Place {
  readonly inDialog: boolean;

  constructor(inDialog: boolean) {
    this.inDialog = inDialog;
  }

  closest() {
    return this.inDialog ? this : null;
  }
}

const page = new EventTarget();

/** @returns whether the click reaches its target */
function tap(at: number, { x = 200, detail = 1, inDialog = false } = {}): boolean {
  const values = { clientX: x, clientY: 800, detail, timeStamp: at, target: new Place(inDialog) };
  if (detail > 0) happen('pointerup', values);
  return !happen('click', values).defaultPrevented;
}

/** A touch in a dialog without a click, as when its touchend already acted. */
const touch = (at: number, type = 'pointerup') =>
  void happen(type, { clientX: 200, clientY: 800, detail: 0, timeStamp: at, target: new Place(true) });

function happen(type: string, values: object): Event {
  const event = new Event(type, { cancelable: true });
  for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value });
  page.dispatchEvent(event);
  return event;
}

function openPage(): void {
  vi.stubGlobal('document', page);
  vi.stubGlobal('Element', Place);
}

beforeAll(() => {
  openPage();
  watchTaps();
});

beforeEach(openPage);

describe('the second half of a double tap that closes a dialog', () => {
  it('presses nothing behind the dialog, and neither does a third tap', () => {
    expect(tap(1_000, { inDialog: true })).toBe(true);
    guardAgainstSecondTap();
    expect(tap(1_300, { detail: 2 })).toBe(false);
    expect(tap(1_700)).toBe(false);
    expect(tap(2_300)).toBe(true);
  });

  it('is recognised even if the first half fired no click', () => {
    touch(5_000);
    guardAgainstSecondTap();
    expect(tap(5_300)).toBe(false);
  });

  it('includes the click of a tap that closed the dialog on pointerdown', () => {
    touch(6_000, 'pointerdown');
    guardAgainstSecondTap();
    expect(tap(6_100)).toBe(false);
    expect(tap(6_700)).toBe(true);
  });

  it('does not include clicks later, elsewhere, from a key, in the next dialog, or after a tap outside a dialog', () => {
    const second = (at: number, how: Parameters<typeof tap>[1]) => {
      tap(at, { inDialog: true });
      guardAgainstSecondTap();
      return tap(at + 300, how);
    };
    expect(second(10_000, { x: 230 })).toBe(true);
    expect(second(20_000, { detail: 0 })).toBe(true);
    expect(second(30_000, { inDialog: true })).toBe(true);
    tap(40_000, { inDialog: true });
    guardAgainstSecondTap();
    expect(tap(40_600)).toBe(true);
    // After a key closed the dialog, the button that opened it works again at once.
    tap(50_000);
    guardAgainstSecondTap();
    expect(tap(50_200)).toBe(true);
  });
});
