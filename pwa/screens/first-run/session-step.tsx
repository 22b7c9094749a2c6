import { useId, useRef, useState } from 'react';
import { FileRefused } from '../../../sync/media/check-file.ts';
import { Button } from '../../components/button.tsx';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { WayButton } from '../../components/way-button.tsx';
import { Refusal } from '../../forms/refusal.tsx';
import { fileRefusalWords } from '../../media/file-refusal-words.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { draftOfFilm } from './draft-of-film.ts';
import { StepFrame } from './step-frame.tsx';
import { TEXTS } from './texts.ts';

const { session: WORDS } = TEXTS;

export interface SessionStepProps {
  /** Opens the form of a new session, with the picked film if there is one. */
  onLog: (mediaId?: string) => void;
  onLeave: () => void;
}

/** The step with two ways to log a first session (R264). */
export function SessionStep({ onLog, onLeave }: SessionStepProps) {
  const store = useStore();
  const ports = usePorts();
  const device = useDeviceWord();
  const refusalId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const pick = async (file: File) => {
    setRefusal(null);
    try {
      onLog(await draftOfFilm(store, ports, file));
    } catch (error) {
      setRefusal(error instanceof FileRefused ? fileRefusalWords(error.refusal) : WORDS.filmFailedHere);
    }
  };
  return (
    <StepFrame
      step={3}
      title={WORDS.title}
      lead={WORDS.lead(device)}
      onLeave={onLeave}
      foot={
        <Button tone="quiet" onClick={onLeave}>
          {WORDS.skip}
        </Button>
      }
    >
      <div className="grid gap-3">
        <WayButton icon="edit" {...WORDS.write} onClick={() => onLog()} />
        <WayButton icon="film" {...WORDS.film} describedBy={refusal ? refusalId : undefined} onClick={() => input.current?.click()} />
        <input
          ref={input}
          type="file"
          hidden
          accept="video/*"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Allow picking the same file again after a refusal.
            target.value = '';
            if (file) void pick(file);
          }}
        />
        {refusal && <Refusal id={refusalId} words={refusal} />}
      </div>
    </StepFrame>
  );
}
