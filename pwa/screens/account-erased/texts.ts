import { formatMoment } from '../../dates/format-date.ts';

/** Texts of the page of a deleted account (R374). */
export const TEXTS = {
  title: 'Your account is deleted',
  receipt: (at: string, zone: string, number: string) => `${formatMoment(at, zone)}. Receipt ${number}.`,
  otherDevices: 'Your other devices remove their copies when they next connect.',
  saveReceipt: 'Save receipt',
  elsewhere: 'It was deleted on another device, or by the people who run this server.',
  removing: 'Removing what this device holds of it...',
  cleared: 'Nothing of it is left on this device.',
  onlyHere: (count: number) =>
    count === 1 ? 'One entry was only on this device.' : `${count.toLocaleString()} entries were only on this device.`,
  saveFirst: 'Save what is here as a file, or let it go with the rest.',
  remove: 'Remove from this device',
  failed: "Couldn't remove what this device holds of it. Please try again.",
  leave: 'Leave',
} as const;
