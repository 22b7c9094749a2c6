import { type FormEvent, useId, useState } from 'react';
import { AgeCorrection } from '../../../api/contract/admin-reports.ts';
import { EMAIL_MAX, REPORT_NOTE_MAX } from '../../../api/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FieldError } from '../../components/field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { TEXTS as ALL } from './texts.ts';

const { age: TEXTS } = ALL;

export interface AgeDialogProps {
  onSave: (correction: { email: string; isAdult: boolean; note: string }) => Promise<boolean>;
  onClose: () => void;
}

/** Corrects what a person has said about their age (R378). */
export function AgeDialog({ onSave, onClose }: AgeDialogProps) {
  const formId = useId();
  const errorId = useId();
  const [values, setValues] = useState<{ email: string; isAdult: boolean | null; note: string }>({ email: '', isAdult: null, note: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [pending, setPending] = useState(false);
  const change = (changed: Partial<typeof values>) => {
    setValues({ ...values, ...changed });
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = AgeCorrection.safeParse(values);
    if (!parsed.success) return setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
    if (pending) return;
    setPending(true);
    const isDone = await onSave(parsed.data);
    setPending(false);
    if (!isDone) return;
    showToast({ description: TEXTS.done });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={TEXTS.title}
      description={TEXTS.text}
      foot={
        <Button tone="primary" type="submit" form={formId} pending={pending && ALL.saving}>
          {TEXTS.save}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
        <TextField
          label={TEXTS.email}
          type="email"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          value={values.email}
          error={errors['email']}
          onChange={({ target }) => change({ email: target.value })}
        />
        <fieldset className="min-w-0" aria-describedby={errors['isAdult'] ? errorId : undefined}>
          <legend className="mb-1 text-15 font-semi">{TEXTS.choose}</legend>
          {[true, false].map((isAdult) => (
            <label key={String(isAdult)} className="flex min-h-12 items-center gap-3">
              <input
                type="radio"
                name="age"
                className="size-5 flex-none accent-primary"
                checked={values.isAdult === isAdult}
                onChange={() => change({ isAdult })}
              />
              {isAdult ? TEXTS.adult : TEXTS.minor}
            </label>
          ))}
          {errors['isAdult'] && <FieldError id={errorId}>{errors['isAdult']}</FieldError>}
        </fieldset>
        <TextArea
          label={TEXTS.note}
          maxLength={REPORT_NOTE_MAX}
          value={values.note}
          error={errors['note']}
          onChange={({ target }) => change({ note: target.value })}
        />
      </form>
    </Dialog>
  );
}
