import { lazyWithPreload } from '../components/lazy-component.tsx';

export const LazyReportDialog = lazyWithPreload(async () => (await import('./report-dialog.tsx')).ReportDialog);
