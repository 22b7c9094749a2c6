import { type FormEvent, useState } from 'react';
import { MESSAGES } from '../../api/contract/errors.ts';
import { email as emailSchema } from '../../api/contract/text.ts';
import { Button } from './button.tsx';
import { joinWaitlist } from './join-waitlist.ts';
import { TextField } from './text-field.tsx';
import { showError, showToast } from './toast-store.ts';
import { waitlistTexts as texts } from './waitlist-texts.ts';

/** The waitlist sign-up of the landing and the not-authorized page (specification, sections 5 and 8). */
export function WaitlistForm() {
  const [refused, setRefused] = useState(false);
  const [joining, setJoining] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = emailSchema.safeParse(new FormData(form).get('email'));
    setRefused(!parsed.success);
    if (!parsed.success) {
      showError(MESSAGES.emailInvalid, texts.invalidTitle);
      form.querySelector('input')?.focus();
      return;
    }
    setJoining(true);
    try {
      await joinWaitlist(parsed.data);
      form.reset();
      showToast({ title: texts.joinedTitle, description: texts.joined });
    } catch {
      showError(texts.failed);
    } finally {
      setJoining(false);
    }
  };

  return (
    // The page's own words say what is wrong, not the browser's bubble.
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-[520px] gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          className="flex-[1_1_200px]"
          label={texts.label}
          name="email"
          type="email"
          autoComplete="email"
          placeholder={texts.placeholder}
          error={refused ? MESSAGES.emailInvalid : undefined}
          onChange={() => setRefused(false)}
        />
        {/* Level with the field, below its label. */}
        <Button tone="primary" type="submit" pending={joining && texts.joining} className="mt-[calc(var(--text-15)*1.5+6px)] min-h-12! flex-[1_0_auto]">
          {texts.join}
        </Button>
      </div>
      <p className="text-15 text-ink-2">{texts.promise}</p>
    </form>
  );
}
