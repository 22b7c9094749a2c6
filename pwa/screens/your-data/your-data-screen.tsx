import { CalendarSection } from '../../calendar/calendar-section.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';
import { SignInsSection } from '../../sign-ins/sign-ins-section.tsx';
import { TEXTS as SIGN_INS } from '../../sign-ins/texts.ts';

/** 'Your data' at `/your-data`: sign-ins, and the calendar for other programs. */
export function YourDataScreen() {
  return (
    <>
      <PageHead title={SCREEN_TITLES.yourData} />
      <SignInsSection stays={SIGN_INS.stays} />
      <CalendarSection />
    </>
  );
}
