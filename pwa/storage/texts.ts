/** Texts of the Storage dialog. */
export const TEXTS = {
  title: 'Storage',
  used: (count: number, size: string, device: string) => `${count} ${count === 1 ? 'file takes' : 'files take'} ${size} on this ${device}.`,
  none: (device: string) => `No videos or pictures are kept on this ${device}.`,
  room: (free: string) => `About ${free} more can be kept.`,
  keep: (device: string) => `Keep files on this ${device}`,
  keepHint: 'Videos and pictures added here stay after the server has them, and play without a network.',
  wifi: 'Large files wait for Wi-Fi',
  wifiHint: 'Files above 20 MB are not sent over mobile data, as far as the browser tells.',
  files: 'Kept here',
  free: 'Free',
  freeOf: (words: string) => `Free ${words}`,
  freeAll: (size: string) => `Free all that is synced, ${size}`,
  onlyHere: (device: string) => `Only on this ${device}`,
  synced: 'On the server too',
  failed: 'This did not work on this device. Please try again.',
} as const;
