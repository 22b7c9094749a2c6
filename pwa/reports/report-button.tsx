import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../components/button.tsx';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { LazyReportDialog } from './lazy-report-dialog.ts';
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
  const close = () => setOpen(null);
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
      {open &&
        // Not inside a dialog that may hide itself.
        createPortal(
          <DialogBoundary onClose={close}>
            <Suspense fallback={null}>
              <LazyReportDialog reporting={reporting} atSeconds={open.atSeconds} onClose={close} />
            </Suspense>
          </DialogBoundary>,
          document.body,
        )}
    </>
  );
}

/** Where the film on the page is now; null if there is none, or if it was not played. */
const filmSeconds = (): number | null => document.querySelector<HTMLVideoElement>('.film-view video')?.currentTime || null;
