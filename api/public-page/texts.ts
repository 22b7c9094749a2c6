const moment = (locale: Intl.DateTimeFormatOptions) => (trainedAt: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { ...locale, timeZone }).format(new Date(trainedAt));

/** Every text of a session's public page. */
export const TEXTS = {
  /** In the time zone of the training: 'Saturday 21 November 2026 at 14:22'. */
  trained: moment({ dateStyle: 'full', timeStyle: 'short' }),
  video: (title: string) => `Video: ${title}`,
  play: (title: string) => `Play video: ${title}`,
  picture: (title: string) => `Picture: ${title}`,
  download: 'Download the video',
  whole: 'Open the full picture',
  onItsWay: 'This session’s video hasn’t been uploaded yet.',
  results: 'Results',
  shared: 'A training session shared with you by link.',
  home: 'What is Longline?',
  login: 'Beta Tester Login',
  report: 'Report',
  rules: 'Rules',
  complaints: 'Complaints',
  /** For previews of sessions without notes. */
  preview: (dogName: string | null, day: string) => `${dogName ? `Training session with ${dogName}` : 'Training session'}, ${day}`,
  day: moment({ dateStyle: 'long' }),
} as const;
