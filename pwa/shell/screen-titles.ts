/**
 * The title of each screen, for the document and for the heading. The document has it while the screen still downloads, so
 * it cannot be in the screen's `texts.ts`.
 */
export const SCREEN_TITLES = {
  log: 'Training Log',
  dogs: 'My Dogs',
  cues: 'Cues',
  programs: 'Programs',
  /** Until the program's own name is known. */
  program: 'Program',
  /** The screen's heading is longer. */
  community: 'Community',
  partners: 'Training Partners',
  join: 'Train together',
  admin: 'Beta Access Admin',
  server: 'Server',
  reports: 'Reports',
  /** Until the session's own title is known. */
  video: 'Training session',
  editProfile: 'Edit Profile',
  yourData: 'Your data',
  device: (device: 'phone' | 'device') => `What this ${device} can do`,
  field: 'Field mode',
  profile: 'Profile',
  notFound: 'Page not found',
} as const;
