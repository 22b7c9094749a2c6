import { useState } from 'react';
import { deviceZone } from '../../dates/training-moment.ts';
import { CreateDialog } from '../../forms/create-dialog.tsx';
import { MediaField } from '../../forms/media-field.tsx';
import { afterSessionSaved } from '../../install/after-session-saved.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { SessionFields } from './session-fields.tsx';
import { blankSession, createOf, sessionFormResolver } from './session-form.ts';
import { TEXTS } from './texts.ts';

const DRAFT = 'videos.create';

export interface AddSessionDialogProps {
  onClose: () => void;
  /** The dog that the log is filtered by: the likely one. */
  dogId: string;
}

/** The Add Training Log dialog. */
export function AddSessionDialog({ onClose, dogId }: AddSessionDialogProps) {
  const ports = usePorts();
  const mutate = useMutate();
  const [opened] = useState(() => ({ now: new Date(ports.now()).toISOString(), zone: deviceZone() }));
  const [blank] = useState(() => blankSession(opened.now, opened.zone, dogId));
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.saveFailed}
      draftKey={DRAFT}
      blank={blank}
      resolver={sessionFormResolver}
      takes="videos"
      onCreate={async (id, values, mediaId) => [
        await mutate('videos.create', { id, payload: createOf(values, opened), clearDraft: DRAFT, ...(mediaId && { mediaId }) }),
      ]}
      onClose={onClose}
      onSaved={() => {
        onClose();
        afterSessionSaved();
      }}
    >
      {(form, picked) => (
        <>
          <SessionFields form={form} />
          <MediaField picked={picked} />
        </>
      )}
    </CreateDialog>
  );
}
