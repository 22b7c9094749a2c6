import { type FormEvent, type ReactNode, useState } from 'react';
import { MESSAGES } from '../../api/contract/errors.ts';
import { email as emailSchema } from '../../api/contract/text.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import { showError } from './toast-store.ts';

const INVALID_TITLE = 'Invalid email';

export interface EmailFormProps {
  label: string;
  placeholder: string;
  /** Initial address of the field. It may arrive after the first render, and never replaces typed text. */
  suggested?: string | null | undefined;
  /** 'email' for the person's own address, which the browser then suggests. */
  autoComplete: 'email' | 'off';
  /** Button label; `sending` replaces it until the answer. */
  send: string;
  sending: string;
  /** Gets the normalised address. Resolves with true if it was accepted; the form then resets. */
  onSend: (email: string) => Promise<boolean>;
  children?: ReactNode;
}

/** A form for one email address, with the product's rule and message (R22, R137). */
export function EmailForm({ label, placeholder, suggested, autoComplete, send, sending, onSend, children }: EmailFormProps) {
  const [refused, setRefused] = useState(false);
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = emailSchema.safeParse(new FormData(form).get('email'));
    setRefused(!parsed.success);
    if (!parsed.success) {
      showError(MESSAGES.emailInvalid, INVALID_TITLE);
      form.querySelector('input')?.focus();
      return;
    }
    setPending(true);
    try {
      if (await onSend(parsed.data)) form.reset();
    } finally {
      setPending(false);
    }
  };

  return (
    // Show our message instead of the browser's bubble.
    <form noValidate onSubmit={(event) => void submit(event)} className="@container grid w-full max-w-[520px] gap-2">
      {/* The button is beside the field if both fit, otherwise below. */}
      <div className="flex flex-col gap-2 @min-[22rem]:flex-row @min-[22rem]:items-start">
        <TextField
          className="min-w-0 flex-1"
          label={label}
          name="email"
          type="email"
          autoComplete={autoComplete}
          placeholder={placeholder}
          defaultValue={suggested ?? ''}
          error={refused ? MESSAGES.emailInvalid : undefined}
          onChange={() => setRefused(false)}
        />
        {/* Align with the field, below its label. */}
        <Button
          tone="primary"
          type="submit"
          pending={pending && sending}
          className="min-h-12! @min-[22rem]:mt-[calc(var(--text-15)*1.5+6px)] @min-[22rem]:whitespace-nowrap"
        >
          {send}
        </Button>
      </div>
      {children}
    </form>
  );
}
