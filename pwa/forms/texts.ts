/** Texts that several forms share. */
export const FORM_TEXTS = {
  draftKept: 'Draft kept',
  discard: 'Discard',
  media: 'Media',
  optional: '(optional)',
  choose: 'Choose a file',
  film: 'Film',
  photograph: 'Photograph',
  dropHint: 'or drop it here',
  limits: 'One video or picture, at most 500 MB',
  pictureLimits: 'One picture or video, at most 10 MB',
  keeping: (percent: string, device: string) => `Keeping on this ${device}, ${percent}`,
  kept: (device: string) => `Saved on this ${device}`,
  remove: (name: string) => `Remove ${name}`,
  /** The specification's words for a failure of the media (section 8). */
  mediaFailed: 'Media upload failed. Please try again.',
} as const;
