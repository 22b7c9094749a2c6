/** Texts of the Storage dialog. */
export const TEXTS = {
  title: 'Storage',
  used: (count: number, size: string, device: string) => `${count} ${count === 1 ? 'file takes' : 'files take'} ${size} on this ${device}.`,
  none: (device: string) => `No videos or pictures are stored on this ${device}.`,
  room: (free: string) => `There is room for about ${free} more.`,
  keep: (device: string) => `Keep files on this ${device}`,
  keepHint: 'Videos and pictures you add here stay after they sync, and play offline.',
  wifi: 'Large files wait for Wi-Fi',
  wifiHint: "Files over 20 MB aren't sent over mobile data, if your browser reports it.",
  files: 'Stored here',
  free: 'Free up',
  freeOf: (words: string) => `Free up ${words}`,
  freeAll: (size: string) => `Free up all synced files, ${size}`,
  onlyHere: (device: string) => `Only on this ${device}`,
  synced: 'Also on the server',
  failed: 'Something went wrong on this device. Please try again.',
} as const;
