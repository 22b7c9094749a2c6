export const TEXTS = {
  label: 'Install Longline',
  title: (device: string) => `Add Longline to this ${device}`,
  why: 'Open it from its own icon, with or without signal.',
  steps: 'In Safari: tap Share, then Add to Home Screen. It opens with or without signal.',
  install: 'Install',
  byHand: {
    'share-sheet': {
      title: 'Add to Home Screen',
      steps: ['Tap Share.', 'Tap Add to Home Screen, then Add.', 'Open Longline from the home screen. Sign in if it asks.'],
    },
    dock: {
      title: 'Add to Dock',
      steps: ['Open the File menu.', 'Choose Add to Dock, then Add.', 'Open Longline from the Dock. Sign in if it asks.'],
    },
    menu: {
      title: 'Install Longline',
      steps: ["Open your browser's menu.", 'Choose Install, or Add to Home screen.'],
    },
  },
  /** An app on an iPhone's home screen does not see what the tab has stored. */
  ownStorage: 'The installed app starts with what is on the server. Let this tab sync first.',
  close: 'Close',
  unsent: 'Unsent work',
  forgets: 'This tab forgets unsent work after 7 days without a visit.',
  notNow: 'Not now',
} as const;
