import { beforeEach, expect, it, vi } from 'vitest';
import type { DeviceMedia } from '../../sync/store/media-row.ts';

const PATH = '/objects/a/b';
const film = (width: number, height: number) => ({ poster: { fileName: 'p', width, height } }) as DeviceMedia;

let stored: Record<string, string>;
/** Imports the module without its state, as after a restart of the app. */
async function fresh() {
  vi.resetModules();
  return import('./poster-shapes.ts');
}

beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => void (stored[name] = value),
    removeItem: (name: string) => void delete stored[name],
  });
  return () => vi.unstubAllGlobals();
});

it('knows the shape of files on this device; squares count as upright', async () => {
  const { isUpright } = await fresh();
  expect([film(540, 960), film(600, 600), film(960, 540)].map((media) => isUpright(media, null))).toEqual([true, true, false]);
});

it('remembers a shape after a restart, and corrects it when the still changes', async () => {
  const first = await fresh();
  expect(first.isUpright(null, PATH)).toBe(false);
  first.learnShape(PATH, true);
  const second = await fresh();
  expect(second.isUpright(null, PATH)).toBe(true);
  expect(second.isUpright(null, null)).toBe(false);
  second.learnShape(PATH, false);
  expect((await fresh()).isUpright(null, PATH)).toBe(false);
});

it('keeps the newest 500 shapes', async () => {
  const { learnShape } = await fresh();
  for (let place = 0; place < 501; place++) learnShape(`${PATH}${place}`, true);
  const { isUpright } = await fresh();
  expect([0, 1, 500].map((place) => isUpright(null, `${PATH}${place}`))).toEqual([false, true, true]);
});

it('forgets everything at sign-out, and works with damaged or full storage', async () => {
  const { isUpright, learnShape, forgetShapes } = await fresh();
  learnShape(PATH, true);
  forgetShapes();
  expect([isUpright(null, PATH), stored]).toEqual([false, {}]);
  stored['upright-posters'] = '{"no":';
  expect((await fresh()).isUpright(null, PATH)).toBe(false);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  const full = await fresh();
  full.learnShape(PATH, true);
  expect(full.isUpright(null, PATH)).toBe(true);
});
