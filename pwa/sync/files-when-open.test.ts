import { expect, it, vi } from 'vitest';
import type { DeviceFiles } from '../../sync/ports/device-files.ts';
import { filesWhenOpen } from './files-when-open.ts';

const opened = { list: () => Promise.resolve(['one']), delete: () => Promise.resolve() } as unknown as DeviceFiles;

it('opens the files with their first use, once', async () => {
  const open = vi.fn<() => Promise<DeviceFiles>>(() => Promise.resolve(opened));
  const files = filesWhenOpen(open);
  expect(open).not.toHaveBeenCalled();
  await Promise.all([files.list(), files.delete('one')]);
  expect(await files.list()).toEqual(['one']);
  expect(open).toHaveBeenCalledTimes(1);
});

it('tries again after a failure, for example when the code could not load without signal', async () => {
  const open = vi.fn<() => Promise<DeviceFiles>>(() => Promise.resolve(opened));
  open.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const files = filesWhenOpen(open);
  await expect(files.list()).rejects.toThrow(TypeError);
  expect(await files.list()).toEqual(['one']);
});
