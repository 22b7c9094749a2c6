import type { SettingValues } from './setting-values.ts';
import type { Store } from './store.ts';

export async function readSetting<K extends keyof SettingValues>(store: Store, key: K) {
  return (await store.settings.get(key))?.value as SettingValues[K] | undefined;
}

/** Reads several settings in one transaction, for lists: a separate transaction for each would slow every card. */
export async function readSettings<K extends keyof SettingValues>(
  store: Store,
  keys: readonly K[],
): Promise<Partial<Pick<SettingValues, K>>> {
  const rows = await store.settings.bulkGet([...keys]);
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : []))) as Partial<Pick<SettingValues, K>>;
}

export async function writeSetting<K extends keyof SettingValues>(store: Store, key: K, value: SettingValues[K]) {
  await store.settings.put({ key, value });
}
