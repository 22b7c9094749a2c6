import { DeleteSection } from '../../account/delete-section.tsx';
import { BlockedSection } from '../../blocks/blocked-section.tsx';
import { CalendarSection } from '../../calendar/calendar-section.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { DeviceExportButton } from '../../data-export/device-export-button.tsx';
import { ExportSection } from '../../data-export/export-section.tsx';
import { EXPORT_TEXTS } from '../../data-export/texts.ts';
import { ImportSection } from '../../data-import/import-section.tsx';
import { ReportsSection } from '../../reports/reports-section.tsx';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';
import { SignInsSection } from '../../sign-ins/sign-ins-section.tsx';
import { TEXTS as SIGN_INS } from '../../sign-ins/texts.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';

/**
 * 'Your data' at `/your-data`: export and import, the calendar for other programs, sign-ins, blocked people, reports, and the end
 * of the account.
 */
export function YourDataScreen() {
  return (
    <>
      <PageHead title={SCREEN_TITLES.yourData} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <ExportSection here={<ExportHere />} />
          <ImportSection />
          <CalendarSection />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <SignInsSection stays={SIGN_INS.stays} />
          <BlockedSection />
          <ReportsSection />
          <DeleteSection />
        </div>
      </div>
    </>
  );
}

function ExportHere() {
  const store = useStore();
  const ports = usePorts();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-15 text-ink-2">
      {EXPORT_TEXTS.noSignal}
      <DeviceExportButton className="-ms-3" store={store} ports={ports} />
    </p>
  );
}
