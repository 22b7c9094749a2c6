/** Words of the player. */
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
  cannotLoad: 'This video could not be loaded.',
  download: 'Download the video',
  tryAgain: 'Try again',
} as const;
