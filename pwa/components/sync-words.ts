/** The sync state of one row, one file or the whole device. A `RowSync` of sync/status is one. */
export type SyncStatus =
  | { state: 'synced' | 'saving' | 'saved' | 'sending' | 'uploading' | 'refused' }
  | { state: 'waiting'; for: WaitingFor }
  | { state: 'held'; hold: 'wifi' | 'ask' }
  | { state: 'paused'; why: PausedBy }
  | { state: 'failed'; retry: 'helps' | 'useless' | 'lost' };

export type WaitingFor = 'signal' | 'server' | 'unready' | 'room';
export type PausedBy = 'person' | 'signed-out' | 'erased' | 'beta' | 'upgrade' | 'unknown';

/** What the words name. */
export interface About {
  /** 'phone' or 'device'. */
  device: string;
  /** The share that is uploaded: '42 %'. */
  done?: string;
  /** When it was saved. */
  moment?: string;
  /** How many failed, in the header. */
  failed?: number;
}

/** Null where that place has no words of its own: the header then counts what is only here, the tray has the server's text or sizes. */
interface Said {
  card: string;
  line: string | null;
  header: string | null;
}

type Words = (about: About) => Said;

const everywhere = (words: string): Said => ({ card: words, line: words, header: words });
const savedAt = ({ device, moment = '' }: About) => `Saved on this ${device} ${moment}`.trimEnd();
const failing =
  (card: string): Words =>
  (about) => ({ card, line: savedAt(about), header: `Couldn't sync ${about.failed ?? 1}` });

interface Table {
  waiting: Record<WaitingFor, Words>;
  held: Record<'wifi' | 'ask', Words>;
  paused: Record<PausedBy, Words>;
  failed: Record<'helps' | 'useless' | 'lost', Words>;
  other: Record<Exclude<SyncStatus['state'], 'waiting' | 'held' | 'paused' | 'failed'>, Words>;
}

/** The words of each state: on a card, in the tray's line, and in the header (R300). */
const WORDS: Table = {
  other: {
    synced: () => ({ card: 'Synced', line: null, header: 'All synced' }),
    saving: ({ device }) => everywhere(`Saving on this ${device}…`),
    saved: (about) => ({ card: `Saved on this ${about.device}`, line: savedAt(about), header: null }),
    // Until the server confirms the change, it is only on this device.
    sending: ({ device }) => ({ card: `Saved on this ${device}`, line: 'On its way', header: null }),
    uploading: ({ done = '' }) => ({ card: `Uploading ${done}`, line: null, header: `Uploading ${done}` }),
    refused: failing("Couldn't sync: See why"),
  },
  waiting: {
    signal: () => everywhere('Waiting for signal'),
    server: () => everywhere('The server asks to wait'),
    unready: () => everywhere("The server isn't ready"),
    room: () => everywhere('Waiting for space on the server'),
  },
  held: {
    wifi: () => everywhere('Waiting for Wi-Fi'),
    ask: () => ({
      card: 'Large file: send now?',
      line: "This browser can't tell whether you're on Wi-Fi. Large files can use a lot of mobile data.",
      header: 'Large file: send now?',
    }),
  },
  paused: {
    person: () => ({ card: 'Paused by you', line: 'Paused by you', header: null }),
    'signed-out': () => everywhere('Sign in again to sync'),
    erased: () => everywhere('This account was deleted'),
    beta: () => everywhere('Paused: no beta access'),
    upgrade: () => everywhere('Paused: update needed'),
    unknown: () => everywhere('Paused'),
  },
  failed: {
    helps: failing("Couldn't upload: Retry"),
    useless: failing("Couldn't upload: See why"),
    lost: (about) => ({ ...failing('File lost: See why')(about), line: `Not on this ${about.device}` }),
  },
};

export function syncWords(status: SyncStatus, about: About): Said {
  switch (status.state) {
    case 'waiting':
      return WORDS.waiting[status.for](about);
    case 'held':
      return WORDS.held[status.hold](about);
    case 'paused':
      return WORDS.paused[status.why](about);
    case 'failed':
      return WORDS.failed[status.retry](about);
    default:
      return WORDS.other[status.state](about);
  }
}
