import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { AskedReport } from './asked-report.tsx';
import { REPORT_LABELS as LABELS } from './labels.ts';
import type { Reporting } from './reporting.ts';

export interface ReportButtonProps {
  reporting: Reporting;
  /** Beside other icons. */
  isIcon?: boolean;
  className?: string;
}

/** Opens the report of a row. */
export function ReportButton({ reporting, isIcon = false, className }: ReportButtonProps) {
  const [open, setOpen] = useState<{ atSeconds: number | null } | null>(null);
  const ask = () => setOpen({ atSeconds: reporting.subject === 'video' ? filmSeconds() : null });
  const label = LABELS.title[reporting.subject];
  return (
    <>
      {isIcon ? (
        <IconButton icon="flag" label={label} onClick={ask} />
      ) : (
        <Button tone="quiet" icon="flag" className={className} aria-label={label} onClick={ask}>
          {LABELS.report}
        </Button>
      )}
      {open && <AskedReport reporting={reporting} atSeconds={open.atSeconds} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Where the film on the page is now; null if there is none, or if it was not played. */
const filmSeconds = (): number | null => document.querySelector<HTMLVideoElement>('.film-view video')?.currentTime || null;
