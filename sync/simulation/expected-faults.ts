import { FAULTS } from './bad-connection.ts';

/** Every kind of fault that a few hundred seeds must have met, by the names under which steps count them. */
export const EXPECTED_FAULTS: readonly string[] = [
  ...FAULTS.map(({ name }) => name),
  'firewall refuses a word',
  'late request arrived',
  'old request again',
  'answer late',
  'edit before the answer',
  'change undone before it went again',
  'sign-in of someone else',
  'signed out',
  'beta access taken',
  'refused and corrected',
  'discarded under an edit',
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
