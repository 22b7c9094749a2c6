import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../components/toast-store.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { CreateDialog } from '../../forms/create-dialog.tsx';
import { MediaField } from '../../forms/media-field.tsx';
import { afterSessionSaved } from '../../install/after-session-saved.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { useRefusedShare } from '../../media/use-refused-share.ts';
import { SessionFields } from './session-fields.tsx';
import { isListed } from './sessions-ahead.ts';
import { blankSession, createOf, sessionFormResolver } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { useNewSessionDraft } from './use-new-session-draft.ts';
import type { LogFilter } from './use-log-filter.ts';
import { useShowAhead } from './use-show-ahead.ts';

export interface AddSessionDialogProps {
  onClose: () => void;
  /** The log's filter; its dog is preselected. */
  filter: LogFilter;
  /** The first file of a share; `refused` is why one was rejected. */
  shared: string | null;
  refused: string | null;
}

/** The Add Training Log dialog. */
export function AddSessionDialog({ shared, ...props }: AddSessionDialogProps) {
  const draftKey = useNewSessionDraft(shared, props.onClose);
  useRefusedShare(props.refused);
  return draftKey && <AddSession key={draftKey} {...props} draftKey={draftKey} />;
}

function AddSession({ onClose, filter, draftKey }: Omit<AddSessionDialogProps, 'shared'> & { draftKey: string }) {
  const ports = usePorts();
  const showAhead = useShowAhead();
  const [opened] = useState(() => ({ now: new Date(ports.now()).toISOString(), zone: deviceZone() }));
  const navigate = useNavigate();
  const [blank] = useState(() => blankSession(opened.now, opened.zone, filter.dogId));
  return (
    <CreateDialog
      texts={TEXTS.addDialog}
      failed={TEXTS.saveFailed}
      draftKey={draftKey}
      blank={blank}
      resolver={sessionFormResolver}
      takes="videos"
      onCreating={(id, values) => showAhead(id, createOf(values, opened))}
      creating={(id) => ({
        changeOf: (values, mediaId) => ({ call: 'videos.create', id, payload: createOf(values, opened), mediaId }),
        onWritten: (values) => {
          afterSessionSaved();
          if (!isListed(filter, { dogId: values.dogId, day: values.trainedAt.slice(0, 10) }))
            showToast({ description: TEXTS.saved, action: { label: TEXTS.showSaved, run: () => void navigate('/') } });
        },
      })}
      onClose={onClose}
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
