/** Texts of the in-app camera. */
export const TEXTS = {
  film: 'Film',
  photograph: 'Photograph',
  view: 'Camera view',
  record: 'Record',
  stop: 'Stop',
  take: 'Take picture',
  recording: (length: string) => `Recording ${length}`,
  opening: 'Opening the camera…',
  denied: 'Camera access is blocked. Allow it in the address bar, or choose a file.',
  none: 'No camera found. Choose a file instead.',
  nothing: 'Nothing was recorded. Please try again.',
  ended: {
    broken: 'The camera stopped. Everything recorded until then is saved.',
    full: 'Recording stopped at the 500 MB limit.',
    'no-room': 'Recording stopped: no space left. Everything recorded until then is saved.',
  },
} as const;
