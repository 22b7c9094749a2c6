import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { FormChange } from '../../../sync/store/form-change.ts';
import { getSession, type SessionCard } from '../../../sync/queries/sessions.ts';
import { type Edit, EditDialog } from '../../forms/edit-dialog.tsx';
import { MediaField } from '../../forms/media-field.tsx';
import type { PickedMedia } from '../../forms/use-picked-media.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { ConditionsField } from './conditions-field.tsx';
import { SessionFields } from './session-fields.tsx';
import { formOf, patchOf, type SessionForm, sessionFormResolver } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { TrainedField } from './trained-field.tsx';

/** The Edit Training Log dialog: title, dog, date, notes, media, and Delete. */
export function EditSessionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const session = useLive(() => getSession(store, id), [store, id]);

  const changeOf = ({ seen: { video }, values, changed, mediaId }: Edit<SessionCard, SessionForm>): FormChange => {
    const mediaRemoved = values.mediaRemoved && mediaId === null;
    const payload = {
      ...patchOf(values, changed, video.trainedZone),
      ...(mediaRemoved && { videoUrl: null, thumbnailUrl: '' as const }),
      base: video,
    };
    return { call: 'videos.update', id, payload, mediaId, mediaRemoved };
  };
  return (
    <EditDialog
      entity="videos"
      id={id}
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      // Partners' sessions are read-only.
      row={session && (session.owner.isMe ? session : null)}
      resolver={sessionFormResolver}
      takes="videos"
      formOf={({ video }) => formOf(video)}
      updating={{ changeOf }}
      deletedWords={() => TEXTS.deleted}
      onClose={onClose}
    >
      {(seen, form, picked) => (
        <>
          <SessionFields form={form} />
          <EditedMedia {...{ seen, form, picked }} />
          <ConditionsField form={form} />
          <TrainedField form={form} />
        </>
      )}
    </EditDialog>
  );
}

/** Adds, replaces or removes the session's file. */
function EditedMedia({ seen, form, picked }: { seen: SessionCard; form: UseFormReturn<SessionForm>; picked: PickedMedia }) {
  const store = useStore();
  const { id, videoUrl, thumbnailUrl, mediaType } = seen.video;
  // Read live, because the upload progresses while the dialog is open.
  const media = useLive(async () => (await getSession(store, id))?.media ?? null, [store, id]) ?? seen.media;
  const removed = useWatch({ control: form.control, name: 'mediaRemoved' });
  const current =
    !removed && (media || videoUrl) ? { media, path: videoUrl, posterPath: thumbnailUrl, type: media?.type ?? mediaType } : null;
  return <MediaField picked={picked} current={current} onRemoveCurrent={() => form.setValue('mediaRemoved', true)} />;
}
