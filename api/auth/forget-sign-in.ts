import { foldEmail } from '../contract/text.ts';
import { operatorCommand } from '../operator-command.ts';
import { forgetIdentities } from './forget-identities.ts';

const USAGE = 'npm run forget-sign-in -- ADDRESS, or -- --issuer OIDC_ISSUER of the former provider';

/**
 * `npm run forget-sign-in`, for a person who has a new account at the provider, or for all when the provider changes: the
 * next sign-in with a person's verified address gets their account (docs/decisions/0082).
 */
const [first, issuer, ...more] = process.argv.slice(2);
const which =
  first === '--issuer' && issuer !== undefined && more.length === 0
    ? { issuer }
    : first?.includes('@') && issuer === undefined
      ? { email: foldEmail(first.trim()) }
      : null;

await operatorCommand(async (db) => {
  const accounts = which ? await forgetIdentities(db, which) : 0;
  if (accounts === 0) {
    process.stderr.write(which ? 'No account matches.\n' : `${USAGE}\n`);
    return 1;
  }
  process.stdout.write(
    `${accounts === 1 ? 'One account waits' : `${accounts} accounts wait`} for the next sign-in with its verified address.\n`,
  );
  return 0;
});
