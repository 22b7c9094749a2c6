import type { UnsyncedWork } from '../../../sync/store/setting-values.ts';
import { formatMoment } from '../../dates/format-date.ts';

/** Texts of the page of a deleted account (R374). */
export const TEXTS = {
  title: 'Your account is deleted',
  receipt: (at: string, zone: string, number: string) => `${formatMoment(at, zone)}. Receipt ${number}.`,
  otherDevices: 'Your other devices remove their copies when they next connect.',
  saveReceipt: 'Save receipt',
  elsewhere: 'You asked for that, here or on another device, or the people who run this server deleted it.',
  removing: 'Removing what this device holds of it...',
  cleared: 'Nothing of it is left on this device.',
  failed: "Couldn't remove what this device holds of it. Please try again.",
  onlyHere: ({ changes, files, drafts }: UnsyncedWork) => {
    const count = changes + files + drafts;
    return count === 1 ? '1 item is only on this device.' : `${count.toLocaleString()} items are only on this device.`;
  },
  saveFirst: 'Save what is here as a file, or let it go with the rest.',
  remove: 'Remove from this device',
  removeTitle: 'Remove everything from this device?',
  removeAbout: 'If you exported it, look first whether your browser has saved the whole file. What is only here cannot be brought back.',
  removeNow: 'Remove',
  leave: 'Leave',
} as const;
