import { useState } from 'react';
import { EmailForm } from './email-form.tsx';
import { joinWaitlist } from './join-waitlist.ts';
import { showError } from './toast-store.ts';
import { waitlistTexts as texts } from './waitlist-texts.ts';

/** Waitlist sign-up on the landing and not-authorized pages (R3, R4). The success stays on the page (R183). */
export function WaitlistForm({ suggested, onJoined }: { suggested?: string | null | undefined; onJoined?: () => void }) {
  const [joined, setJoined] = useState<string | null>(null);
  const join = async (email: string) => {
    try {
      await joinWaitlist(email);
      setJoined(email);
      onJoined?.();
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
      suggested={suggested}
      autoComplete="email"
      send={texts.join}
      sending={texts.joining}
      onSend={join}
    >
      <div role="status" className="text-15 text-ink-2">
        {joined === null ? (
          <p>{texts.promise}</p>
        ) : (
          <>
            <p className="font-semi text-ink">{texts.joinedTitle}</p>
            <p className="[overflow-wrap:anywhere]">{texts.joined(joined)}</p>
          </>
        )}
      </div>
    </EmailForm>
  );
}
