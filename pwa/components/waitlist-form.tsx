import { EmailForm } from './email-form.tsx';
import { joinWaitlist } from './join-waitlist.ts';
import { showError, showToast } from './toast-store.ts';
import { waitlistTexts as texts } from './waitlist-texts.ts';

/** Waitlist sign-up on the landing and not-authorized pages (R3, R4). */
export function WaitlistForm() {
  const join = async (email: string) => {
    try {
      await joinWaitlist(email);
      showToast({ title: texts.joinedTitle, description: texts.joined });
      return true;
    } catch {
      showError(texts.failed);
      return false;
    }
  };
  return (
    <EmailForm
      label={texts.label}
      placeholder={texts.placeholder}
      autoComplete="email"
      send={texts.join}
      sending={texts.joining}
      onSend={join}
    >
      <p className="text-15 text-ink-2">{texts.promise}</p>
    </EmailForm>
  );
}
