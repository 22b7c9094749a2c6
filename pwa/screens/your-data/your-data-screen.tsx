import { PageHead } from '../../components/page-head.tsx';
import { SignInsSection } from '../../sign-ins/sign-ins-section.tsx';
import { TEXTS as SIGN_INS } from '../../sign-ins/texts.ts';
import { TEXTS } from './texts.ts';

/** 'Your data' at `/your-data`: where you are signed in. */
export function YourDataScreen() {
  return (
    <>
      <PageHead title={TEXTS.title} />
      <SignInsSection stays={SIGN_INS.stays} />
    </>
  );
}
