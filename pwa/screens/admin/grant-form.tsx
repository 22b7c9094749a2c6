import { EmailForm } from '../../components/email-form.tsx';
import { showToast } from '../../components/toast-store.ts';
import { TEXTS } from './texts.ts';

/** Grants beta access to any address, on the waitlist or not. */
export function GrantForm({ grant }: { grant: (email: string) => Promise<boolean> }) {
  const send = async (email: string) => {
    const done = await grant(email);
    if (done) showToast({ description: TEXTS.granted(email) });
    return done;
  };
  return (
    <EmailForm
      label={TEXTS.address}
      placeholder={TEXTS.addressExample}
      autoComplete="off"
      send={TEXTS.grant}
      sending={TEXTS.granting}
      onSend={send}
    />
  );
}
