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
  /** Whose address it is: one's own is offered by the browser. */
  autoComplete: 'email' | 'off';
  /** Words of the button, and those that stand there until the answer. */
  send: string;
  sending: string;
  /** Takes the address as the server keeps it. Resolves with whether it was taken; the field empties then. */
  onSend: (email: string) => Promise<boolean>;
  children?: ReactNode;
}

/** One e-mail address, checked by the specification's rule and in its words (section 5). */
export function EmailForm({ label, placeholder, autoComplete, send, sending, onSend, children }: EmailFormProps) {
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
    // The page's own words say what is wrong, not the browser's bubble.
    <form noValidate onSubmit={(event) => void submit(event)} className="@container grid w-full max-w-[520px] gap-2">
      {/* Beside the field where both have room, below it else. */}
      <div className="flex flex-col gap-2 @min-[22rem]:flex-row @min-[22rem]:items-start">
        <TextField
          className="min-w-0 flex-1"
          label={label}
          name="email"
          type="email"
          autoComplete={autoComplete}
          placeholder={placeholder}
          error={refused ? MESSAGES.emailInvalid : undefined}
          onChange={() => setRefused(false)}
        />
        {/* Level with the field, below its label. */}
        <Button tone="primary" type="submit" pending={pending && sending} className="min-h-12! @min-[22rem]:mt-[calc(var(--text-15)*1.5+6px)] @min-[22rem]:whitespace-nowrap">
          {send}
        </Button>
      </div>
      {children}
    </form>
  );
}
