import { RATES } from './contract/limits.ts';

/** Rates that the OpenAPI document names. */
type PublishedRate =
  | 'blocks'
  | 'comments'
  | 'deletions'
  | 'everything'
  | 'exports'
  | 'invites'
  | 'partnerLinks'
  | 'reports'
  | 'search'
  | 'uploads'
  | 'waitlist';

/** Has no wider type, so that a published rate with another window, or one written as `24 * 3_600`, does not compile. */
const WINDOWS = { 60: 'a minute', 3_600: 'an hour', 86_400: 'a day' } as const;

/** For example '60 a minute', to follow 'Limited to'. */
export function rateInWords(name: PublishedRate): string {
  const { max, perSeconds } = RATES[name];
  return `${max.toLocaleString('en')} ${WINDOWS[perSeconds]}`;
}
