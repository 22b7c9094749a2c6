// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter, Link, type NavigateFunction, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DialogRoute, useDialogRoute, useEndDialogEntry } from './use-dialog-route.ts';

let root: Root;
/** The dialog's route, what its form calls after a save, and the navigate function, as last rendered. */
const page = {} as { dialog: DialogRoute; endEntry: () => void; go: NavigateFunction };

function Page() {
  const dialog = useDialogRoute('share');
  const go = useNavigate();
  useLayoutEffect(() => void Object.assign(page, { dialog, go }));
  return (
    <>
      <Link to="/video/2">Session</Link>
      {dialog.isOpen && <Form key={dialog.key} />}
    </>
  );
}

function Form() {
  const endEntry = useEndDialogEntry();
  useLayoutEffect(() => void Object.assign(page, { endEntry }));
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Mute React's warning: going back renders outside `act`.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  history.replaceState(null, '', '/');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The page's address and whether the dialog is open. Poll it, because browsers go back asynchronously. */
const place = () => act(async () => `${location.pathname}${location.search} ${page.dialog.isOpen ? 'open' : 'closed'}`);

it('opens again right after it was closed', async () => {
  act(() => page.dialog.open({ id: '1' }));
  await expect.poll(place).toBe('/?dialog=share&id=1 open');
  act(() => {
    page.dialog.close();
    page.dialog.open({ id: '2' });
  });
  await expect.poll(place).toBe('/?dialog=share&id=2 open');
  act(() => page.dialog.close());
  await expect.poll(place).toBe('/ closed');
});

it('opens on another page when a link was followed before the step back ended', async () => {
  act(() => page.dialog.open({ id: '1' }));
  act(() => {
    page.dialog.close();
    // The browser cancels the step back.
    void page.go('/video/1');
  });
  await expect.poll(place).toBe('/video/1 closed');
  act(() => page.dialog.open());
  await expect.poll(place).toBe('/video/1?dialog=share open');
  act(() => page.dialog.close());
  await expect.poll(place).toBe('/video/1 closed');
});

it('lets a link wait that is tapped before the step back ended', async () => {
  act(() => page.dialog.open({ id: '1' }));
  act(() => {
    page.dialog.close();
    // A double tap opens one page.
    for (const _tap of [1, 2]) document.querySelector('a')?.click();
  });
  await expect.poll(place).toBe('/video/2 closed');
  act(() => history.back());
  await expect.poll(place).toBe('/ closed');
});

it('stays open when a save ends that began before it opened again', async () => {
  act(() => page.dialog.open({ id: '1' }));
  act(() => {
    const saved = page.dialog;
    page.dialog.open({ id: '2' });
    page.endEntry();
    saved.close();
  });
  await expect.poll(place).toBe('/?dialog=share&id=2 open');
  act(() => page.dialog.close());
  await expect.poll(place).toBe('/ closed');
});

it('opens in an entry of its own on the way back, before the page has rendered', async () => {
  act(() => page.dialog.open({ id: '1' }));
  const entries = history.length;
  act(() => {
    page.dialog.close();
    addEventListener('popstate', () => page.dialog.open({ id: '2' }), { once: true });
  });
  await expect.poll(place).toBe('/?dialog=share&id=2 open');
  act(() => page.dialog.close());
  await expect.poll(place).toBe('/ closed');
  expect(history.length).toBe(entries);
});
