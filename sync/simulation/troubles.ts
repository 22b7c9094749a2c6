import { FAULTS } from './bad-line.ts';

/** Every kind of trouble that a run of some hundred seeds must really have met, as steps and lines count it. */
export const TROUBLES: readonly string[] = [
  ...FAULTS.map(({ name }) => name),
  'firewall refuses a word',
  'late request arrived',
  'old request again',
  'answer late',
  'edit before the answer',
  'change undone before it went again',
  'session of somebody else',
  'signed out',
  'beta access taken',
  'refused and corrected',
  'rights revoked',
  'crash',
  'disk full',
  'server restart',
  'work locked',
  'clock jump',
  '90 days',
  'backup restored',
  'server went back',
  'gap filled',
];
