/** Texts of the player. */
export const PLAYER_TEXTS = {
  play: (title: string) => `Play video: ${title}`,
  video: (title: string) => `Video: ${title}`,
  controls: 'Slow motion',
  back: 'Back one frame',
  forward: 'Forward one frame',
  speed: 'Speed',
  loopFrom: 'Loop from here',
  loopTo: 'Loop to here',
  loopOff: 'End loop',
  looping: (from: string, to: string) => `Loop ${from} to ${to}`,
  cannotDecode: (type: string | null) => `This browser cannot play this video${type ? ` (${type})` : ''}.`,
  picture: (title: string) => `Picture: ${title}`,
  cannotShow: (type: string | null) => `This browser can't show this picture${type ? ` (${type})` : ''}.`,
  cannotLoad: "Couldn't load this video.",
  /** Shown below the server's compatible copy. */
  compatibleFirst: 'This is a copy that plays everywhere. You can download the file as it was added.',
  download: 'Download the video',
  downloadPicture: 'Download the picture',
  tryAgain: 'Try again',
} as const;
