import { isTrainingDay } from '../api/contract/training-day.ts';
import { readSetting, writeSetting } from './store/settings.ts';
import { plainRow, storedRow } from './store/stored-row.ts';
import type { Store } from './store/store.ts';

/**
 * Rewrites training days that an older version stored in the browser's date format, such as 11/22/2026 (docs/decisions/0067).
 * Scans an index once per device. The index omits sessions without a dog; lists compute the days of those on read.
 */
export async function mendDays(store: Store): Promise<void> {
  if (await readSetting(store, 'daysChecked')) return;
  const videos = store.view('videos');
  await store.transaction('rw', videos, store.settings, async () => {
    const isWrong = ([, day]: [string, string]) => !isTrainingDay(day);
    const keys = (await videos.orderBy('[dogId+day]').keys()) as unknown as [string, string][];
    const wrong = await videos.where('[dogId+day]').anyOf(keys.filter(isWrong)).toArray();
    await videos.bulkPut(wrong.map((row) => storedRow('videos', plainRow(row), row.feed, store.userId)));
    await writeSetting(store, 'daysChecked', true);
  });
}
