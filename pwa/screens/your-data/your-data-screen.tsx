import { CalendarSection } from '../../calendar/calendar-section.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { DeviceExportButton } from '../../data-export/device-export-button.tsx';
import { ExportSection } from '../../data-export/export-section.tsx';
import { ImportSection } from '../../data-import/import-section.tsx';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';
import { SignInsSection } from '../../sign-ins/sign-ins-section.tsx';
import { TEXTS as SIGN_INS } from '../../sign-ins/texts.ts';

/** 'Your data' at `/your-data`: export and import, the calendar for other programs, and sign-ins. */
export function YourDataScreen() {
  return (
    <>
      <PageHead title={SCREEN_TITLES.yourData} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <ExportSection here={<DeviceExportButton />} />
          <ImportSection />
          <CalendarSection />
        </div>
        <SignInsSection stays={SIGN_INS.stays} />
      </div>
    </>
  );
}
