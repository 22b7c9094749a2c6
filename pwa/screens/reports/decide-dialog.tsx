import { type FormEvent, useId, useState } from 'react';
import { REPORT_NOTE_MAX } from '../../../api/contract/limits.ts';
import type { AdminReport } from '../../../api/contract/admin-reports.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { subjectWords } from '../../../api/contract/report-words.ts';
import { TEXTS, type Verdict } from './texts.ts';
import { effectWords } from './verdicts.ts';

export interface DecideDialogProps {
  report: AdminReport;
  verdict: Verdict;
  /** The reason as typed so far. It stays when the dialog is closed. */
  answer: string;
  onType: (answer: string) => void;
  /** Resolves with whether it was saved. */
  onDecide: (answer: string) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the reason of a decision, which everyone concerned reads. */
export function DecideDialog({ report, verdict, answer, onType, onDecide, onClose }: DecideDialogProps) {
  const formId = useId();
  const words = TEXTS.dialog[verdict];
  const [error, setError] = useState<string | undefined>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (answer.trim() === '') return setError(TEXTS.reasonMissing);
    setPending(true);
    const isDone = await onDecide(answer);
    setPending(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={subjectWords(report.subject, report.title)}
      foot={
        <Button tone="primary" type="submit" form={formId} pending={pending && TEXTS.saving}>
          {words.action}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-ink-2">{effectWords(report, verdict)}</p>
        <TextArea
          label={TEXTS.reason}
          data-autofocus
          maxLength={REPORT_NOTE_MAX}
          value={answer}
          error={error}
          onChange={({ target }) => {
            onType(target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
