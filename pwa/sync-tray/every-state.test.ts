import { describe, expect, it } from 'vitest';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import type { NewOutboxRecord } from '../../sync/store/outbox-record.ts';
import type { SettingValues } from '../../sync/store/setting-values.ts';
import { writeSetting } from '../../sync/store/settings.ts';
import type { Store } from '../../sync/store/store.ts';
import { readQueue } from '../../sync/status/read-queue.ts';
import { readRowSyncs, type RowSync } from '../../sync/status/row-sync.ts';
import { readStatus } from '../../sync/status/sync-total.ts';
import { keptFile } from '../../sync/testing/kept-file.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { LARGE_FILE_BYTES } from '../../sync/transfers/large-file-policy.ts';
import { syncWords } from '../components/sync-words.ts';
import { totalWords } from '../components/total-words.ts';
import { syncTotalStatus } from '../sync/sync-total-status.ts';
import { groupOf, type QueueGroup } from './group-queue.ts';
import { lineWords } from './line-words.ts';
import { summaryWords } from './summary-words.ts';

/** 'waiting: signal', 'failed: lost': every state of a row by name. A state that the table lacks does not compile. */
type StateName<S extends RowSync = RowSync> = S extends { for: infer Why extends string }
  ? `${S['state']}: ${Why}`
  : S extends { hold: infer Why extends string }
    ? `${S['state']}: ${Why}`
    : S extends { why: infer Why extends string }
      ? `${S['state']}: ${Why}`
      : S extends { retry: infer Why extends string }
        ? `${S['state']}: ${Why}`
        : S['state'];

interface Shown {
  /** What the device holds. */
  change?: Partial<NewOutboxRecord>;
  file?: Partial<DeviceMedia>;
  settings?: Partial<SettingValues>;
  card: string;
  line: RegExp | null;
  group: QueueGroup | null;
  /** Above the tray's list. */
  summary: string;
  header: string;
}

const SAFE = "1 item is only on this phone. It's safe here.";
const AUTOMATIC = "1 item is only on this phone. It's safe here and will sync automatically.";
const ONE = '1 item only on this phone';
const SAVED = /^(\S+ MB · )?Saved on this phone \S+/;
const answered = (status: number, code: string) => ({ status, code, message: 'The server’s own words' });
const pausedBy = (reason: 'signed-out' | 'erased' | 'beta' | 'upgrade' | 'unknown', words: string): Shown => ({
  change: {},
  settings: { pause: { reason } },
  card: words,
  line: new RegExp(`^${words}$`),
  group: 'waiting',
  summary: SAFE,
  header: `${words} · ${ONE}`,
});
const failed = { state: 'failed', attempts: 1 } as const;

const STATES: Record<StateName, Shown> = {
  synced: { card: 'Synced', line: null, group: null, summary: '', header: 'All synced' },
  saving: {
    file: { state: 'writing' },
    card: 'Saving on this phone…',
    line: /^\S+ MB · Saving on this phone…$/,
    group: 'waiting',
    summary: '1 file is still being saved: keep the app open.',
    header: 'Saving on this phone… · keep the app open',
  },
  saved: { change: {}, card: 'Saved on this phone', line: SAVED, group: 'waiting', summary: AUTOMATIC, header: ONE },
  sending: {
    change: { state: 'sending', attempts: 1 },
    card: 'Saved on this phone',
    line: /^On its way$/,
    group: 'waiting',
    summary: AUTOMATIC,
    header: ONE,
  },
  uploading: {
    file: { state: 'uploading', sentBytes: 840_000, size: 2_000_000 },
    card: 'Uploading 42\u00a0%',
    line: / of \S+ MB$/,
    group: 'uploading',
    summary: AUTOMATIC,
    header: 'Uploading 42\u00a0%',
  },
  'waiting: signal': {
    change: { attempts: 1 },
    settings: { connection: { reachable: false, at: 0 } },
    card: 'Waiting for signal',
    line: /^Waiting for signal$/,
    group: 'waiting',
    summary: AUTOMATIC,
    header: `Waiting for signal · ${ONE}`,
  },
  'waiting: server': {
    change: { attempts: 1, lastError: answered(429, 'rate_limited') },
    card: 'The server asks to wait',
    line: /^The server asks to wait$/,
    group: 'waiting',
    summary: AUTOMATIC,
    header: `The server asks to wait · ${ONE}`,
  },
  'waiting: unready': {
    change: { attempts: 1, lastError: answered(503, 'unavailable') },
    card: "The server isn't ready",
    line: /^The server isn't ready$/,
    group: 'waiting',
    summary: AUTOMATIC,
    header: `The server isn't ready · ${ONE}`,
  },
  'waiting: room': {
    file: { attempts: 1, lastError: answered(507, 'storage_full') },
    card: 'Waiting for space on the server',
    line: /^\S+ MB · The server’s own words$/,
    group: 'waiting',
    summary: AUTOMATIC,
    header: `Waiting for space on the server · ${ONE}`,
  },
  'held: wifi': {
    file: { size: LARGE_FILE_BYTES + 1 },
    settings: { line: 'metered' },
    card: 'Waiting for Wi-Fi',
    line: /^\S+ MB · Waiting for Wi-Fi$/,
    group: 'waiting',
    summary: AUTOMATIC,
    header: `Waiting for Wi-Fi · ${ONE}`,
  },
  'held: ask': {
    file: { size: LARGE_FILE_BYTES + 1 },
    settings: { line: 'untold' },
    card: 'Large file: send now?',
    line: /^\S+ MB · This browser can't tell whether you're on Wi-Fi\./,
    group: 'waiting',
    summary: SAFE,
    header: `Large file: send now? · ${ONE}`,
  },
  'paused: person': {
    file: { state: 'paused' },
    settings: { pause: null },
    card: 'Paused by you',
    line: /^\S+ MB · Paused by you$/,
    group: 'paused',
    summary: SAFE,
    header: ONE,
  },
  'paused: signed-out': pausedBy('signed-out', 'Sign in again to sync'),
  'paused: erased': pausedBy('erased', 'This account was deleted'),
  'paused: beta': pausedBy('beta', 'Paused: no beta access'),
  'paused: upgrade': pausedBy('upgrade', 'Paused: update needed'),
  'paused: unknown': pausedBy('unknown', 'Paused'),
  refused: {
    change: { state: 'refused', attempts: 1, lastError: answered(400, 'invalid') },
    card: "Couldn't sync: See why",
    line: SAVED,
    group: 'failed',
    summary: SAFE,
    header: "Couldn't sync 1",
  },
  'failed: helps': {
    change: { state: 'blocked', attempts: 5, serverFailures: 5, lastError: answered(500, 'internal') },
    card: "Couldn't upload: Retry",
    line: SAVED,
    group: 'failed',
    summary: SAFE,
    header: "Couldn't sync 1",
  },
  'failed: useless': {
    file: { ...failed, lastError: answered(415, 'unsupported_type') },
    card: "Couldn't upload: See why",
    line: SAVED,
    group: 'failed',
    summary: SAFE,
    header: "Couldn't sync 1",
  },
  'failed: lost': {
    file: { ...failed, fileName: null, lastError: { status: 0, code: 'lost' } },
    card: 'File lost: See why',
    line: /^\S+ MB · Not on this phone$/,
    group: 'failed',
    summary: "1 file isn't on this phone.",
    header: "Couldn't sync 1",
  },
};

const ME = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const SESSION = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';

async function storeWith({ change, file, settings = {} }: Shown): Promise<Store> {
  const store = await openTestStore(ME);
  if (change) await store.outbox.add({ ...CHANGE, ...change });
  if (file) await store.media.add({ ...FILE, ...file });
  await writeSetting(store, 'lastSyncedAt', 1);
  for (const [key, value] of Object.entries(settings)) await store.settings.put({ key, value });
  return store;
}

describe('every state of sync', () => {
  it.each(Object.entries(STATES))('has the same meaning on card, in tray and header: %s', async (name, shown) => {
    const store = await storeWith(shown);
    const sync = (await readRowSyncs(store, 'videos', [SESSION]))(SESSION).sync;
    const why = 'for' in sync ? sync.for : 'hold' in sync ? sync.hold : 'why' in sync ? sync.why : 'retry' in sync ? sync.retry : null;
    expect([sync.state, why].filter(Boolean).join(': ')).toBe(name);

    const done = sync.state === 'uploading' ? `${sync.percent}\u00a0%` : '';
    expect(syncWords(sync, { device: 'phone', done }).card).toBe(shown.card);

    const queue = await readQueue(store, 100);
    const { entries } = queue;
    const files = await store.media.toArray();
    expect(entries.map(groupOf)).toEqual(shown.group ? [shown.group] : []);
    for (const entry of entries) expect(lineWords(entry, { file: files[0] ?? null, device: 'phone', now: 0 })).toMatch(shown.line ?? /^$/);
    expect(summaryWords(queue, 'phone')).toBe(shown.summary);

    const { lead, rest, where } = totalWords(syncTotalStatus(await readStatus(store)), 'phone');
    const items = [rest, where].filter(Boolean).join(' ');
    expect([lead, items].filter(Boolean).join(' · ')).toBe(shown.header);
  });
});

const CHANGE: NewOutboxRecord = {
  key: '0d4a0a52-6f0e-4f0f-9f55-0d8f3a4c7e11',
  userId: ME,
  schemaVersion: 1,
  call: 'videos.update',
  params: { id: SESSION },
  payload: { title: 'At the far field' },
  entity: 'videos',
  entityId: SESSION,
  baseVersion: 1,
  dependsOn: [],
  state: 'queued',
  attempts: 0,
  serverFailures: 0,
  confirmedAtFailure: null,
  firstSentAt: null,
  nextAttemptAt: 0,
  lastError: null,
  createdAt: 0,
};

const FILE = keptFile({ id: '9b5a4c0e-91c2-4b43-9a7b-8cf6f1d0a001', entityId: SESSION });
