import { RATES } from './contract/limits.ts';

/** Rates that the OpenAPI document names. */
type PublishedRate = 'comments' | 'everything' | 'invites' | 'search' | 'uploads' | 'waitlist';

const WINDOWS: Readonly<Record<(typeof RATES)[PublishedRate]['perSeconds'], string>> = { 60: 'a minute', 3_600: 'an hour' };

/** For example '60 a minute', to follow 'Limited to'. */
export function rateInWords(name: PublishedRate): string {
  const { max, perSeconds } = RATES[name];
  return `${max.toLocaleString('en')} ${WINDOWS[perSeconds]}`;
}
