// @vitest-environment jsdom
import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Leaving } from '../../sync/engine-messages.ts';
import type { Store } from '../../sync/store/store.ts';
import { openHookedStore } from '../../sync/testing/open-test-store.ts';
import { leaveLastWords } from './last-words.ts';
import { useLeave } from './use-leave.ts';

const KATE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const NOTHING = { changes: 0, files: 0, drafts: 0 };

let store: Store;
let hooks: Awaited<ReturnType<typeof openHookedStore>>['hooks'];
let root: Root;
let leave: ReturnType<typeof useLeave> | undefined;
/** The engine refuses to leave, so that no test navigates. */
const engine = { leave: vi.fn<(leaving: Leaving) => Promise<void>>().mockRejectedValue(new Error('The engine was asked')) };

vi.mock('./sync-provider.tsx', () => ({ useStore: () => store, useEngine: () => engine }));
vi.mock('../sign-in/sign-in-context.tsx', () => ({ useSignIn: () => ({}) }));

function Leaver() {
  const now = useLeave();
  useEffect(() => {
    leave = now;
  });
  return null;
}

beforeEach(async () => {
  ({ store, hooks } = await openHookedStore(KATE, 'phone'));
  leaveLastWords(store, { key: 'videos.create', values: { title: 'Heel' }, mediaId: null, updatedAt: 1 });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Leaver />);
  await vi.waitUntil(() => leave);
});

afterEach(() => {
  root.unmount();
  leave = undefined;
  engine.leave.mockClear();
});

const isFull = (table: string) => {
  if (table === 'drafts') throw new DOMException('Full', 'QuotaExceededError');
};

it('counts text of a closed form as a draft before it signs out', async () => {
  await expect(leave?.({ how: 'clear', agreed: NOTHING })).rejects.toThrow('The engine was asked');
  expect((await store.drafts.toArray()).map(({ values }) => values)).toEqual([{ title: 'Heel' }]);
});

it('does not sign out while that text can be stored nowhere, unless its person discards their work', async () => {
  hooks.beforeWrite = isFull;
  await expect(leave?.({ how: 'clear', agreed: NOTHING })).rejects.toThrow('Full');
  expect(engine.leave).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(1);
  await expect(leave?.({ how: 'clear', agreed: { ...NOTHING, drafts: 1 } })).rejects.toThrow('The engine was asked');
});
