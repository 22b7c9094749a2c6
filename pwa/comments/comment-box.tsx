import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { COMMENT_MAX } from '../../api/contract/limits.ts';
import { Button } from '../components/button.tsx';
import { currentToast, dismissToast } from '../components/toast-store.ts';
import { draftOver } from '../forms/draft-values.ts';
import { useDraftKeeper } from '../forms/use-draft-keeper.ts';
import { useOpeningDraft } from '../forms/use-opening-draft.ts';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';

interface CommentForm {
  content: string;
}

const BLANK: CommentForm = { content: '' };

export interface CommentBoxProps {
  draftKey: string;
  /** Resolves true when the comment is safe: queued on this device or accepted by the server. */
  onPost: (content: string, draftKey: string) => Promise<boolean>;
}

/** The comment box (R85). Typed text survives closing, reload and crash (R36). */
export function CommentBox(props: CommentBoxProps) {
  const draft = useOpeningDraft(props.draftKey);
  return draft === undefined ? null : <DraftedBox {...props} kept={draftOver(BLANK, draft?.values)} />;
}

function DraftedBox({ draftKey, onPost, kept }: CommentBoxProps & { kept: CommentForm }) {
  const form = useForm<CommentForm>({ defaultValues: kept });
  const keeper = useDraftKeeper(draftKey, form, BLANK);
  const blank = (useWatch({ control: form.control, name: 'content' }) ?? '').trim() === '';
  const sending = useRef(false);
  const [posting, setPosting] = useState(false);

  const post = async ({ content }: CommentForm) => {
    if (content.trim() === '' || sending.current) return;
    sending.current = true;
    setPosting(true);
    keeper.settle();
    dropPostedToast();
    const safe = await onPost(content, keeper.key());
    sending.current = false;
    setPosting(false);
    // Text typed during the send belongs to the next comment.
    if (safe && form.getValues('content') === content) form.setValue('content', '');
    keeper.resume();
    form.setFocus('content');
  };

  return (
    <form className="one-row-if-low grid gap-2" onSubmit={(event) => void form.handleSubmit(post)(event)}>
      <label>
        <span className="sr-only">{TEXTS.field}</span>
        <textarea
          dir="auto"
          rows={2}
          maxLength={COMMENT_MAX}
          placeholder={TEXTS.placeholder}
          className="input min-h-20! scroll-mb-20 in-data-low:min-h-18!"
          {...form.register('content')}
        />
      </label>
      <Button type="submit" tone="primary" compact className="ms-auto" disabled={blank} pending={posting && TEXTS.posting}>
        {TEXTS.post}
      </Button>
    </form>
  );
}

/** Dismisses the 'Comment posted' toast of the previous comment: the new comment may not be posted for hours. */
function dropPostedToast() {
  const toast = currentToast();
  if (toast?.description === TEXTS.posted) dismissToast(toast.serial);
}
