// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../sync/store/store.ts';
import { queuedRecord, queuedRecords } from '../../sync/testing/long-outbox.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { QueueDialog } from './queue-dialog.tsx';
import type { QueueLineProps } from './queue-line.tsx';

let store: Store;

vi.mock('../sync/sync-provider.tsx', () => ({ useStore: () => store, usePorts: () => testPorts(), useTryNow: () => () => undefined }));
// jsdom has no modal dialogs and no media queries.
vi.mock('../components/use-is-phone.ts', () => ({ useDeviceWord: () => 'phone' }));
vi.mock('../components/dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => <div>{children}</div> }));
vi.mock('./queue-line.tsx', () => ({ QueueLine: ({ entry }: QueueLineProps) => <li>{entry.key}</li> }));

test('lists 100 changes that need their author and 100 that wait, and 100 more on request', async () => {
  store = await openTestStore('6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b');
  const lastError = { status: 409, code: 'gone', message: 'Gone' };
  await store.outbox.bulkAdd([...queuedRecords(230), queuedRecord({ state: 'refused', lastError })]);
  const page = document.createElement('div');
  const root = createRoot(page);
  onTestFinished(() => root.unmount());
  root.render(<QueueDialog onClose={() => undefined} />);

  const listed = () => page.querySelectorAll('li').length;
  const more = () => page.querySelector<HTMLElement>('section button');
  await expect.poll(listed).toBe(101);
  expect(page.querySelector('p')?.textContent).toMatch(/^231 items are only on this phone/);
  expect([...page.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual(["Couldn't sync 1", 'Waiting 230']);
  expect(more()?.textContent).toBe('Show more (130 left)');
  more()?.click();
  await expect.poll(listed).toBe(201);
  expect(more()?.textContent).toBe('Show more (30 left)');
  more()?.click();
  await expect.poll(listed).toBe(231);
  expect(more()).toBeNull();
});
