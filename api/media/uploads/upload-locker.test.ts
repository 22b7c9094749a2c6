import { afterAll, beforeAll, expect, it } from 'vitest';
import { leases } from '../../db/tables/replicas.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../../testing/describe-on-both-databases.ts';
import { UploadLocker } from './upload-locker.ts';

describeOnBothDatabases('the lock of an upload', (open) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());

  const lockOf = (locker: UploadLocker) => {
    let asked = 0;
    const lock = locker.newLock('a-film');
    const take = () => lock.lock(new AbortController().signal, () => void (asked += 1));
    return { take, release: () => lock.unlock(), asked: () => asked };
  };
  const busyProcess = () => new UploadLocker({ ...test.services, times: { expiresInMs: 1, renewEveryMs: 3_600_000 }, waitMostMs: 200 });

  it('stays with a holder in the same process whose lease has expired, because it still writes', async () => {
    const locker = busyProcess();
    const [writing, next] = [lockOf(locker), lockOf(locker)];
    await writing.take();
    await expect(next.take()).rejects.toThrow('This file is being sent by another request');
    expect(writing.asked()).toBeGreaterThan(0);
    await writing.release();
    await next.take();
    await next.release();
  });

  it('goes to another process when the lease has expired', async () => {
    const [dead, next] = [lockOf(busyProcess()), lockOf(busyProcess())];
    await dead.take();
    await next.take();
    expect(await test.services.db.select().from(leases)).toHaveLength(1);
    await next.release();
    expect(await test.services.db.select().from(leases)).toEqual([]);
  });
});
