export const TEXTS = {
  label: 'Install Longline',
  title: (device: string) => `Keep Longline on this ${device}`,
  why: 'Opens from its own icon, with or without signal.',
  steps: 'In Safari: tap Share, then Add to Home Screen. It opens with or without signal.',
  install: 'Install',
  notNow: 'Not now',
} as const;
