import type { UnsentDraft } from '../../sync/queries/unsent-drafts.ts';

/** Texts shared by several forms. */
export const FORM_TEXTS = {
  draftKept: 'Draft saved',
  draftFailed: "Your draft isn't saved yet",
  copy: 'Copy',
  discard: 'Discard',
  unsent: {
    list: 'Unsaved drafts',
    continue: 'Continue',
    askDiscard: { title: 'Discard this draft?', text: "Your draft will be deleted from this device. It isn't saved anywhere else." },
    discardFailed: 'Failed to discard',
    more: (count: number) => (count === 1 ? '1 more unsaved draft' : `${count} more unsaved drafts`),
    /** @param what 'session', 'dog', 'cue' or 'program', for drafts without a name */
    words: ({ kind, title, orphaned }: Pick<UnsentDraft, 'kind' | 'title' | 'orphaned'>, what: string): string => {
      if (orphaned && (kind === 'exercise' || kind === 'exerciseChanges')) return `Unsaved exercise in a ${what} that is gone.`;
      if (orphaned && kind === 'planChanges') return 'Unsaved changes to a plan that no longer exists.';
      if (orphaned && kind === 'trialChanges') return 'Unsaved changes to a trial that no longer exists.';
      if (orphaned && kind === 'trial') return `Unsaved trial of a ${what} that is gone.`;
      if (orphaned) return `Unsaved changes to a ${what} that no longer exists.`;
      switch (kind) {
        case 'new':
          return title ? `Unsaved draft: ${title}.` : `Unsaved draft of a ${what}.`;
        case 'changes':
          return `Unsaved changes to ${title || `a ${what}`}.`;
        case 'notes':
          return `Unsaved notes on ${title || `a ${what}`}.`;
        case 'exercise':
          return `Unsaved exercise in ${title || `a ${what}`}.`;
        case 'exerciseChanges':
          return `Unsaved changes to the exercise ${title}.`;
        case 'plan':
          return title ? `Unsaved plan: ${title}.` : 'Unsaved plan.';
        case 'planChanges':
          return title ? `Unsaved changes to the plan: ${title}.` : 'Unsaved changes to a plan.';
        case 'trial':
          return title ? `Unsaved trial: ${title}.` : 'Unsaved trial.';
        case 'trialChanges':
          return `Unsaved changes to ${title || 'a trial'}.`;
        case 'comment':
          return `Unsent comment on ${title || `a ${what}`}.`;
        case 'profile':
          return 'Unsaved changes to your profile.';
      }
    },
  },
  undo: 'Undo',
  typedIsKept: 'Your unsaved text is kept and comes back if you restore this.',
  restore: 'Restore',
  restoreFailed: 'Failed to restore',
  media: 'Media',
  optional: '(optional)',
  choose: 'Choose a file',
  replace: 'Replace',
  removeMedia: 'Remove',
  aVideo: 'Video',
  aPicture: 'Picture',
  film: 'Film',
  photograph: 'Photograph',
  dropHint: 'or drop or paste it here',
  limits: 'One video or picture, at most 500 MB',
  /** Shown on iOS, because its picker re-encodes files from Photos. */
  chooseFromFiles: 'Photos may add a smaller copy of a video. To keep every frame, choose it from Files.',
  picture: {
    field: 'Profile Picture',
    choose: 'Choose a picture',
    change: 'Change',
    remove: 'Remove picture',
    limits: 'A picture, or a video to take one from; at most 10 MB',
    crop: 'Drag and zoom the picture',
    zoom: 'Zoom',
    use: 'Use this',
    cancel: 'Cancel',
    failed: "This picture can't be opened here",
  },
  keeping: (percent: string, device: string) => `Saving to this ${device}, ${percent}`,
  kept: (device: string) => `Saved on this ${device}`,
  remove: (name: string) => `Remove ${name}`,
  deviceFull: 'This device is full, so nothing was saved. Free up some space, then save again.',
  /** The product's message for a media failure (R94). */
  mediaFailed: 'Media upload failed. Please try again.',
} as const;
