import { useState } from 'react';
import { EmailForm } from './email-form.tsx';
import { joinWaitlist } from './join-waitlist.ts';
import { showError } from './toast-store.ts';
import { WAITLIST_TEXTS as TEXTS } from './waitlist-texts.ts';

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
      showError(TEXTS.failed);
      return false;
    }
  };
  return (
    <EmailForm
      label={TEXTS.label}
      placeholder={TEXTS.placeholder}
      suggested={suggested}
      autoComplete="email"
      send={TEXTS.join}
      sending={TEXTS.joining}
      onSend={join}
    >
      <div role="status" className="text-15 text-ink-2">
        {joined === null ? (
          <p>{TEXTS.promise}</p>
        ) : (
          <>
            <p className="font-semi text-ink">{TEXTS.joinedTitle}</p>
            <p className="[overflow-wrap:anywhere]">{TEXTS.joined(joined)}</p>
          </>
        )}
      </div>
    </EmailForm>
  );
}
