// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DialogBoundary } from './dialog-boundary.tsx';
import { EntryBoundary, ItemBoundary } from './entry-boundary.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { errorDetails } from './error-details.ts';

const ROW = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Mute React's reports of errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // jsdom implements the dialog element without its methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const draw = (drawn: ReactNode) => act(() => root.render(drawn));
const button = (name: string) => [...host.querySelectorAll('button')].find((each) => each.textContent === name);
const press = (name: string) => act(async () => button(name)?.click());

function Session({ zone, notes }: { zone: string; notes?: string }) {
  return (
    <li>
      {new Intl.DateTimeFormat('en', { timeZone: zone }).format(0)} {notes}
    </li>
  );
}

function Missing(): ReactNode {
  throw new TypeError('Failed to fetch dynamically imported module: https://example.org/assets/share-dialog-Ab12.js');
}

const entries = (zone: string, resetKey: unknown = zone) => (
  <ul>
    <ItemBoundary what="session" id={ROW} resetKey={resetKey}>
      <Session zone={zone} notes="Nobody else's business" />
    </ItemBoundary>
    <ItemBoundary what="session" id="another" resetKey="another">
      <Session zone="UTC" />
    </ItemBoundary>
  </ul>
);

describe('an entry that throws', () => {
  it('shows a message in its place and leaves other entries alone', () => {
    draw(entries('Nowhere/Else'));
    const [broken, other] = host.querySelectorAll('li');
    expect(broken?.textContent).toBe("This session can't be shown. Your data is safe.Copy details");
    expect(other?.textContent).toBe('1/1/1970 ');
  });

  it('renders again only when its reset key changes', () => {
    draw(entries('Nowhere/Else', 1));
    draw(entries('UTC', 1));
    expect(host.textContent).toContain("can't be shown");
    draw(entries('UTC', 2));
    expect(host.querySelectorAll('li')[0]?.textContent).toBe("1/1/1970 Nobody else's business");
  });

  it('copies the error, row id, build and component stack, and no typed text', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { userAgent: 'Test browser', clipboard: { writeText } });
    draw(entries('Nowhere/Else'));
    await press('Copy details');
    const copied = writeText.mock.calls[0]?.[0] ?? '';
    expect(copied).toMatch(/^RangeError: Invalid time zone specified$/m);
    expect(copied).not.toContain('Nowhere');
    expect(copied).toContain('at Session (');
    expect(copied).toContain(`Row: ${ROW}`);
    expect(copied).toMatch(/^App: \S+/m);
    expect(copied).toContain('Browser: Test browser');
    expect(copied).not.toContain('business');
    expect(button('Copied')).toBeDefined();
  });

  it.each(['The note "Fen bit me" is no date', 'No such note: Fen bit me', "Not a 'Fen bit me'", 'Unexpected\n    at Fen bit me (x:1:1)'])(
    'omits what the error message quotes: %j',
    (message) => {
      const details = errorDetails(new TypeError(message), '', ROW);
      expect(details).toMatch(/^TypeError: \w+/);
      expect(details).not.toContain('Fen');
      expect(details).toContain('boundary.test.tsx');
    },
  );

  it('shows the details if the browser refuses clipboard access', async () => {
    const refused = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    vi.stubGlobal('navigator', { userAgent: 'Test browser', clipboard: { writeText: refused } });
    draw(entries('Nowhere/Else'));
    await press('Copy details');
    expect(host.querySelector('textarea')?.value).toContain('RangeError');
  });
});

it('offers a reload when the code of an entry fails to load', () => {
  draw(
    <EntryBoundary what="list">
      <Missing />
    </EntryBoundary>,
  );
  expect(host.textContent).toBe("This list couldn't load. Your data is safe.Reload");
});

it('lets the person close a dialog that throws', async () => {
  const onClose = vi.fn<() => void>();
  draw(
    <DialogBoundary onClose={onClose}>
      <Session zone="Nowhere/Else" />
    </DialogBoundary>,
  );
  const dialog = host.querySelector('dialog');
  expect(dialog?.open).toBe(true);
  expect(dialog?.textContent).toContain("This dialog can't be shown. Your data is safe.");
  await act(async () => dialog?.querySelector<HTMLElement>('[aria-label="Close"]')?.click());
  expect(onClose).toHaveBeenCalledOnce();
});

it('offers a reload and the details for a screen that throws', () => {
  draw(
    <ErrorBoundary>
      <Session zone="Nowhere/Else" />
    </ErrorBoundary>,
  );
  expect(host.querySelector('[role=alert]')?.textContent).toMatch(/Something went wrong on this page.*Reload the page.*Copy details/);
});
