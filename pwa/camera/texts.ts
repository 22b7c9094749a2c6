/** Texts of the in-app camera. */
export const TEXTS = {
  film: 'Film',
  photograph: 'Photograph',
  view: 'What the camera sees',
  record: 'Record',
  stop: 'Stop',
  take: 'Take picture',
  recording: (length: string) => `Recording ${length}`,
  opening: 'Opening the camera…',
  denied: 'This browser may not use the camera. Allow it in the address bar, or choose a file.',
  none: 'No camera was found. Choose a file instead.',
  nothing: 'Nothing could be filmed. Please try again.',
  ended: {
    broken: 'The camera stopped. What was filmed until then is kept.',
    full: 'The film has reached 500 MB and was ended here.',
    'no-room': 'There is no more room here. What was filmed until then is kept.',
  },
} as const;
