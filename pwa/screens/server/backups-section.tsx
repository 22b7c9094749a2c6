import type { BackupState } from '../../../api/contract/server-page.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { TEXTS } from './texts.ts';

/** When the server's nightly backup last worked (R317). @param zone of this device */
export function BackupsSection({ backups, zone }: { backups: BackupState; zone: string }) {
  const { nightly, workedAt, lost, failedAt, failure } = backups;
  return (
    <section className="min-w-0">
      <h2 className="pb-2">{TEXTS.backups}</h2>
      <div className="grid gap-2 border-t border-line py-3 text-ink-2">
        {!nightly && <p>{TEXTS.noBackups}</p>}
        {nightly && failedAt !== null && (
          <p className="text-danger [overflow-wrap:anywhere]">{TEXTS.backupFailed(formatMoment(failedAt, zone), failure ?? '')}</p>
        )}
        {workedAt !== null ? <p>{TEXTS.backupWorked(formatMoment(workedAt, zone))}</p> : nightly && <p>{TEXTS.noBackupYet}</p>}
        {workedAt !== null && lost > 0 && <p className="text-danger">{TEXTS.backupLacks(lost)}</p>}
      </div>
    </section>
  );
}
