import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BackupState } from '../../../api/contract/server-page.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { BackupsSection } from './backups-section.tsx';

const [WORKED, FAILED] = ['2026-11-20T03:04:00.000Z', '2026-11-21T03:04:00.000Z'];
const none: BackupState = { nightly: true, workedAt: null, lost: 0, failedAt: null, failure: null };
const wordsOf = (changed: Partial<BackupState>) =>
  [...renderToStaticMarkup(<BackupsSection backups={{ ...none, ...changed }} zone="UTC" />).matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(
    ([, words]) => words,
  );

it('says when a backup last worked, why the newest failed, and that there are none', () => {
  const worked = `Last backup: ${formatMoment(WORKED, 'UTC')}. Restoring it was tested.`;
  const failed = `The backup of ${formatMoment(FAILED, 'UTC')} failed: No space is left.`;
  expect(wordsOf({})).toEqual(['No backup has worked yet.']);
  expect(wordsOf({ workedAt: WORKED })).toEqual([worked]);
  expect(wordsOf({ workedAt: WORKED, lost: 2 })).toEqual([
    worked,
    '2 media files are not in it, because they were missing or altered. Run npm run check-media on the server.',
  ]);
  expect(wordsOf({ workedAt: WORKED, failedAt: FAILED, failure: 'No space is left.' })).toEqual([failed, worked]);
  expect(wordsOf({ nightly: false })).toEqual(['The server makes no nightly backups. Set BACKUP_DIR on the server.']);
  // A server that stopped making backups does not repeat an old failure.
  expect(wordsOf({ nightly: false, workedAt: WORKED, failedAt: FAILED, failure: 'x' })).toEqual([
    'The server makes no nightly backups. Set BACKUP_DIR on the server.',
    worked,
  ]);
});
