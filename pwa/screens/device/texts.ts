import { formatBytes } from '../../dates/format-date.ts';
import type { StorageUse } from '../../../sync/ports/device-files.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';
import type { Capabilities } from './capabilities.ts';

/** `does` draws a tick instead of a cross. `words` says what follows for the person. */
interface Fact {
  does: boolean;
  title: string;
  words: string;
}

type Device = 'phone' | 'device';

const used = (storageUse: StorageUse | null) =>
  storageUse ? ` ${formatBytes(storageUse.usage)} of ${formatBytes(storageUse.quota)} used.` : '';
const notInstalled = (device: Device) => (device === 'phone' ? 'Not on the home screen yet' : 'Not installed yet');

/** Every text of 'What this phone can do': each answer with its consequence. */
export const TEXTS = {
  title: SCREEN_TITLES.device,
  list: 'Capabilities',
  install: 'Install',
  showSteps: 'Show me',
  turnOn: 'Turn on',
  change: 'Change',
  keep: 'Keep storage',
  notKept: 'Your browser declined. It is more likely to protect an installed app.',

  offline: {
    ready: (storageUse: StorageUse | null): Fact => ({
      does: true,
      title: 'Works offline',
      words: `Sessions and films stay here until they are sent.${used(storageUse)}`,
    }),
    never: (storageUse: StorageUse | null): Fact => ({
      does: false,
      title: 'Opens only with signal',
      words: `Keep it open in the field. Sessions and films still stay here until they are sent.${used(storageUse)}`,
    }),
  } satisfies Record<Capabilities['offline'], (storageUse: StorageUse | null) => Fact>,

  installing: {
    installed: (device): Fact => ({
      does: true,
      title: device === 'phone' ? 'On the home screen' : 'Installed',
      words: 'It opens at once and keeps its data safer.',
    }),
    prompt: (device): Fact => ({
      does: false,
      title: notInstalled(device),
      words: 'Installed, it opens at once and keeps its data safer.',
    }),
    'share-sheet': (): Fact => ({
      does: false,
      title: 'Not on the home screen yet',
      words: 'Tap Share, then Add to Home Screen. It opens at once and keeps its data.',
    }),
    dock: (): Fact => ({
      does: false,
      title: 'Not in the Dock yet',
      words: 'Choose File, then Add to Dock. It opens at once and keeps its data.',
    }),
    menu: (device): Fact => ({
      does: false,
      title: notInstalled(device),
      words: "Choose Install in your browser's menu. It opens at once and keeps its data safer.",
    }),
    never: (): Fact => ({
      does: false,
      title: "This browser can't install it",
      words: 'It works in a tab. Chrome, Edge and Safari can install it.',
    }),
  } satisfies Record<Capabilities['install'], (device: Device) => Fact>,

  storage: {
    kept: (device): Fact => ({
      does: true,
      title: 'Storage is protected',
      words: `The browser keeps it even if this ${device} is full.`,
    }),
    forgets: (): Fact => ({
      does: false,
      title: 'This tab forgets after 7 days',
      words: 'Without a visit for 7 days, the browser may delete unsent work.',
    }),
    'may-go': (device): Fact => ({
      does: false,
      title: 'Storage may be cleared',
      words: `If this ${device} is full, the browser may delete unsent work.`,
    }),
    unknown: (): Fact => ({
      does: false,
      title: 'Storage may be cleared',
      words: "This browser doesn't say. Sync often, and export what can't be sent.",
    }),
  } satisfies Record<Capabilities['storage'], (device: Device) => Fact>,

  notifications: {
    on: { does: true, title: 'Notifications are on', words: 'Partner requests, comments and sessions reach you while Longline is closed.' },
    off: { does: false, title: 'Notifications are off', words: 'Turn them on to hear about requests, comments and sessions.' },
    blocked: { does: false, title: 'Notifications are blocked', words: 'Allow them in your browser settings.' },
    'after-install': { does: false, title: 'Notifications need the home screen', words: 'Install first.' },
    never: { does: false, title: 'No notifications', words: "This browser can't show them. Requests wait under the bell." },
  } satisfies Record<'on' | 'off' | Exclude<Capabilities['notifications'], 'allowed' | 'unasked'>, Fact>,

  background: {
    ready: {
      does: true,
      title: 'Uploads continue in the background',
      words: 'Even with the app closed. Files over 20 MB need it open.',
    },
    never: { does: false, title: 'Uploads stop when you leave', words: 'Nothing is lost. Open the app to continue.' },
  } satisfies Record<Capabilities['background'], Fact>,

  shareSheet: {
    ready: { does: true, title: 'Films can be shared to Longline', words: 'Share one from your gallery and pick Longline.' },
    'after-install': {
      does: false,
      title: 'Sharing films needs the home screen',
      words: 'Install first. Then share one from your gallery and pick Longline.',
    },
    'never-ios': {
      does: false,
      title: 'No sharing from Photos',
      words: 'Pick the film in Longline. Choose it from Files to keep the original.',
    },
    never: { does: false, title: 'No sharing from other apps', words: 'Pick the film in Longline.' },
  } satisfies Record<Capabilities['shareSheet'], Fact>,

  camera: {
    ready: { does: true, title: 'Films with its camera', words: 'Log a session and choose Film or Photograph.' },
    blocked: { does: false, title: 'The camera is blocked', words: 'Allow it in your browser settings, or pick a film.' },
    none: { does: false, title: 'No camera found', words: 'Pick a film or picture instead.' },
  } satisfies Record<Capabilities['camera'], Fact>,

  screen: {
    ready: { does: true, title: 'The screen stays on during uploads', words: 'A sleeping screen would pause them.' },
    never: { does: false, title: 'The screen may sleep during uploads', words: 'They continue when you wake it.' },
  } satisfies Record<Capabilities['screen'], Fact>,
} as const;
