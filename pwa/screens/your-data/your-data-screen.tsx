import { PageHead } from '../../components/page-head.tsx';
import { SignInsSection } from '../../sign-ins/sign-ins-section.tsx';
import { TEXTS as SIGN_INS } from '../../sign-ins/texts.ts';
import { TEXTS } from './texts.ts';

/** 'Your data' at `/your-data`, with the list of sign-ins. */
export function YourDataScreen() {
  return (
    <>
      <PageHead title={TEXTS.title} />
      <SignInsSection stays={SIGN_INS.stays} />
    </>
  );
}
