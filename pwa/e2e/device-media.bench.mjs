import { run } from '../../.ci/run-program.mjs';

export const what = 'extra memory of the browser while it stores a film of 500 MB on the device: at most 64 MB (Linux only)';

/** Runs the test 'writes a large film …' of device-media.test.ts with 500 MB. */
export async function measure() {
  const { ok, output } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'pwa/e2e/device-media.test.ts', '-t', 'writes a large film'],
    { quiet: true, env: { DEVICE_MEDIA_MB: '500' } },
  );
  const figures = /figures (\{.*\})/.exec(output)?.[1];
  if (!ok || !figures) throw new Error(output);
  const { megabytes, extraMegabytes, safeAfterMs, hashedAfterMs } = JSON.parse(figures);
  return [
    {
      MB: megabytes,
      'extra memory, MB': Math.round(extraMegabytes),
      'safe after, s': safeAfterMs / 1000,
      'hashed after, s': hashedAfterMs / 1000,
    },
  ];
}
