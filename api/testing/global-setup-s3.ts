import type { TestProject } from 'vitest/node';
import setUpDatabases from './global-setup.ts';
import { startRadosgw } from './start-radosgw.ts';

/** The setup of the other API tests, plus an S3 server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const s3 = await startRadosgw();
  try {
    const tearDown = await setUpDatabases(project);
    const { stop, ...about } = s3;
    project.provide('s3', about);
    return async () => {
      await tearDown();
      await stop();
    };
  } catch (error) {
    await s3.stop();
    throw error;
  }
}
