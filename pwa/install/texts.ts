export const TEXTS = {
  label: 'Install Longline',
  title: (device: string) => `Add Longline to this ${device}`,
  why: 'Open it from its own icon, with or without signal.',
  steps: 'In Safari: tap Share, then Add to Home Screen. It opens with or without signal.',
  install: 'Install',
  notNow: 'Not now',
} as const;
