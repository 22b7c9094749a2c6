/** Texts of the Share dialog (specification, sections 2 and 8). */
export const TEXTS = {
  title: 'Share Training Session',
  description: 'Share this session with your coach or training partners',
  anyone: 'Anyone with the link',
  anyoneOff: 'Only you and your training partners can open this link',
  anyoneOn: 'Anyone who has this link sees this one session, without comments',
  onServerFirst: 'The link works once this session is synced.',
  link: 'Link',
  copy: 'Copy link',
  facebook: 'Share on Facebook',
  x: 'Share on X (Twitter)',
  xText: (title: string) => `Check out this training video: ${title}`,
  copied: { title: 'Link copied!', description: 'The video link has been copied to your clipboard.' },
  copyFailed: { title: 'Failed to copy', description: 'Please try again.' },
  gone: 'This session is no longer there.',
  switchFailed: 'Failed to update training log',
} as const;
