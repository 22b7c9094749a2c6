import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { secretIn } from '../../partner-links/link-address.ts';
import { LINK_TEXTS } from '../../partner-links/texts.ts';

const { joining: TEXTS } = LINK_TEXTS;

/** An installed app on an iPhone has no part in what the camera opens, so a link can be pasted. */
export function PasteLink({ onLink }: { onLink: (secret: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = secretIn(typed);
    if (found === null) setError(TEXTS.notALink);
    else onLink(found);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">{TEXTS.none}</p>
      <TextField
        label={TEXTS.field}
        type="url"
        dir="ltr"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" tone="primary" className="justify-self-start">
        {TEXTS.use}
      </Button>
    </form>
  );
}
