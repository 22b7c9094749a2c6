import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazyWithPreload(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** The report dialog, which loads when someone asks for it. Outside of any dialog that may hide itself. */
export const AskedReport = (props: ReportDialogProps) =>
  createPortal(
    <DialogBoundary onClose={props.onClose}>
      <Suspense fallback={null}>
        <ReportDialog {...props} />
      </Suspense>
    </DialogBoundary>,
    document.body,
  );
