// @vitest-environment jsdom
import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveDraft } from '../../sync/store/drafts.ts';
import { draftLock } from '../../sync/store/draft-keys.ts';
import type { Store } from '../../sync/store/store.ts';
import { locksOfTabs } from '../../sync/testing/locks-of-tabs.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { holdDraft } from './open-drafts.ts';
import { UnsentDrafts } from './unsent-drafts.tsx';
import { useUnsentDrafts } from './use-unsent-drafts.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const ports = testPorts();
let store: Store;
let root: Root;
let host: HTMLElement;

vi.mock('../sync/sync-provider.tsx', () => ({ useStore: () => store, usePorts: () => ports }));

beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { value: locksOfTabs()('this tab'), configurable: true });
  store = await openTestStore(KATE);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(<Log />);
});

afterEach(() => {
  root.unmount();
  host.remove();
});

/** Counts unmounts: a remounted list would lose its scroll position. */
let unmounted = 0;
function Sessions() {
  useEffect(() => () => void (unmounted += 1), []);
  return null;
}

function Log() {
  const drafts = useUnsentDrafts('videos');
  return (
    <>
      {drafts ? <UnsentDrafts drafts={drafts} what="session" onContinue={() => undefined} /> : 'Loading'}
      {drafts && <Sessions />}
    </>
  );
}

it('lists a draft once its form is closed in this tab and the other', async () => {
  const close = holdDraft(KATE, 'videos.create');
  let closeElsewhere = () => {};
  void navigator.locks.request(
    draftLock(KATE, 'videos.create'),
    { mode: 'shared' },
    () => new Promise<void>((resolve) => (closeElsewhere = resolve)),
  );
  await saveDraft(store, ports, 'videos.create', { title: 'Heel' });
  await saveDraft(store, ports, 'profile.update', { bio: 'Trains in all weathers' });
  await expect.poll(() => host.textContent).toBe('Unsaved changes to your profile.Continue');
  close(null);
  closeElsewhere();
  await expect.poll(() => host.textContent).toContain('Unsaved draft: Heel.Continue');
});

it('does not list a draft that its form has just saved', async () => {
  const close = holdDraft(KATE, 'videos.create');
  await saveDraft(store, ports, 'videos.create', { title: 'Heel' });
  close(ports.now());
  await saveDraft(store, ports, 'profile.update', {});
  await expect.poll(() => host.textContent).toBe('Unsaved changes to your profile.Continue');
});

it('exchanges the chosen spare draft with the draft under the key of the form', async () => {
  await saveDraft(store, ports, 'videos.create', { title: 'Typed now' });
  await saveDraft(store, ports, 'videos.create~bundle', { title: 'Locked' });
  await expect.poll(() => host.textContent).toContain('Unsaved draft: Locked.Continue');
  host.querySelector<HTMLButtonElement>('[aria-label="Continue: Unsaved draft: Locked."]')?.click();
  await expect.poll(async () => (await store.drafts.get('videos.create'))?.values).toEqual({ title: 'Locked' });
  expect((await store.drafts.get('videos.create~bundle'))?.values).toEqual({ title: 'Typed now' });
});

/** A key that no form in this tab has saved. */
const FRESH = 'videos.create:7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';

it('does not remount the screen when the first draft appears', async () => {
  unmounted = 0;
  await expect.poll(() => host.textContent).toBe('');
  await saveDraft(store, ports, FRESH, { title: 'Heel' });
  await expect.poll(() => host.textContent).toContain('Unsaved draft: Heel.Continue');
  expect(unmounted).toBe(0);
});

it.each<[string, unknown]>([
  ['has no locks', undefined],
  ['refuses to list the held locks', { query: () => Promise.reject(new DOMException('Not allowed', 'SecurityError')) }],
])('lists all drafts if the browser %s', async (_why, value) => {
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
  await saveDraft(store, ports, FRESH, { title: 'Heel' });
  await expect.poll(() => host.textContent).toContain('Unsaved draft: Heel.Continue');
});

it('copies the text of a draft whose row is gone, and asks before discarding it', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  const key = 'videos.update:c0ffee00-1111-4222-8333-444455556666';
  await saveDraft(store, ports, key, { title: 'Heel', description: 'Every word of it.' });
  await expect.poll(() => host.textContent).toContain('Unsaved changes to a session that no longer exists.CopyDiscard');
  const press = (name: string, within = '') =>
    [...host.querySelectorAll<HTMLElement>(`${within} button`)].find(({ textContent }) => textContent === name)?.click();
  press('Copy');
  expect(writeText).toHaveBeenCalledWith('Heel\nEvery word of it.');
  press('Discard', 'li');
  await expect.poll(() => host.querySelector('dialog')?.open).toBe(true);
  expect(await store.drafts.get(key)).toMatchObject({ key, values: { title: 'Heel' } });
  press('Discard', 'dialog');
  await expect.poll(() => store.drafts.get(key)).toBeUndefined();
});
