import type { UnsyncedWork } from '../../../sync/store/setting-values.ts';
import { formatMoment } from '../../dates/format-date.ts';

/** Texts of the page of a deleted account (R374). */
export const TEXTS = {
  title: 'Your account is deleted',
  titleOfAnother: 'An account used in this browser is deleted',
  receipt: (at: string, zone: string, number: string) => `${formatMoment(at, zone)}. Receipt ${number}.`,
  otherDevices: 'Your other devices remove their copies when they next connect.',
  saveReceipt: 'Save receipt',
  elsewhere: 'It was deleted by you, on this or another device, or by the people who run this server.',
  elsewhereOfAnother: 'It is not yours. It was deleted by its person, or by the people who run this server.',
  removing: 'Removing what this device holds of it...',
  cleared: 'Nothing of it is left on this device.',
  failed: "Couldn't remove what this device holds of it. Please try again.",
  onlyHere: ({ changes, files, drafts }: UnsyncedWork, email: string | null) => {
    const count = changes + files + drafts;
    const items = `${count.toLocaleString()} ${count === 1 ? 'item' : 'items'}${email === null ? '' : ` of ${email}`}`;
    return `${items} ${count === 1 ? 'is' : 'are'} only on this device.`;
  },
  saveFirst: 'Save what is here as a file, or let it go with the rest.',
  remove: 'Remove from this device',
  removeTitle: 'Remove everything from this device?',
  removeAbout: 'If you exported it, first check that your browser has saved the whole file. What is only here cannot be brought back.',
  removeNow: 'Remove',
  leave: 'Leave',
  goOn: 'Continue to Longline',
} as const;
