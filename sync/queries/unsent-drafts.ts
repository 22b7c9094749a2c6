import type { Draft } from '../store/draft-row.ts';
import { formKey } from '../store/draft-keys.ts';
import type { Store } from '../store/store.ts';

type Drafted = 'videos' | 'dogs' | 'cues' | 'programs';

/** An abandoned draft, as a screen lists it. */
export interface UnsentDraft {
  key: string;
  kind: 'new' | 'changes' | 'notes' | 'comment' | 'exercise' | 'exerciseChanges' | 'profile';
  /** Empty if the draft and its row have no name yet. */
  title: string;
  /** The row the draft belongs to: the session of a comment or a new exercise; empty for a new one. */
  rowId: string;
  /** The session of the draft of an exercise; null for all others. */
  videoId: string | null;
  mediaId: string | null;
  /** The typed values. */
  values: Draft['values'];
  /** Whether the row is no longer on this device; the person can then only copy or discard the draft. */
  orphaned: boolean;
  updatedAt: number;
}

const KINDS: Record<string, UnsentDraft['kind']> = {
  'videos.create': 'new',
  'videos.update': 'changes',
  'comments.create': 'comment',
  'sets.create': 'exercise',
  'sets.update': 'exerciseChanges',
  'dogs.create': 'new',
  'dogs.update': 'changes',
  'dogs.notes': 'notes',
  'cues.create': 'new',
  'cues.update': 'changes',
  'programs.create': 'new',
  'programs.update': 'changes',
  'profile.update': 'profile',
};

/**
 * Unsent drafts of one kind of row, newest first. The list for sessions includes drafts of comments, exercises
 * and the profile, which have no list of their own.
 */
export async function listUnsentDrafts(store: Store, entity: Drafted): Promise<UnsentDraft[]> {
  const entities = entity === 'videos' ? ['videos.', 'comments.', 'sets.', 'profile.'] : [`${entity}.`];
  // The draft of an interrupted save becomes the row when the save finishes.
  const drafts = (await store.drafts.where('key').startsWithAnyOf(entities).toArray()).filter(({ saving }) => !saving);
  const described = await Promise.all(drafts.map((draft) => describe(store, entity, draft)));
  return described.flatMap((draft) => draft ?? []).toSorted((a, b) => b.updatedAt - a.updatedAt);
}

async function describe(store: Store, entity: Drafted, { key, values, mediaId, updatedAt }: Draft): Promise<UnsentDraft | null> {
  const [form = '', id = ''] = formKey(key).split(':');
  const kind = KINDS[form];
  if (!kind) return null;
  const media = mediaId === null ? undefined : await store.media.get(mediaId);
  // The media is still being recorded or copied for an open form.
  if (kind === 'new' && id && media?.state === 'writing') return null;
  const base = { key, kind, values, mediaId, videoId: null, updatedAt };
  if (kind === 'profile') return { ...base, title: '', rowId: '', orphaned: false };
  if (kind === 'new') return { ...base, title: nameIn(values), rowId: '', orphaned: false };
  if (kind === 'exerciseChanges' || kind === 'exercise') {
    const set = kind === 'exerciseChanges' ? await store.view('sets').get(id) : undefined;
    const videoId = kind === 'exercise' ? id : (set?.videoId ?? '');
    const session = await store.view('videos').get(videoId);
    const title = kind === 'exercise' ? session?.title : set?.exercise;
    return { ...base, title: title ?? '', rowId: id, videoId, orphaned: !session || session.deletedAt !== null };
  }
  const row = await store.view(entity).get(id);
  // A comment's session may exist only on the server; its page still opens.
  return { ...base, title: row ? nameIn(row) : '', rowId: id, orphaned: !row && kind !== 'comment' };
}

/** The trimmed title or name. Damaged values give an empty one, so that they do not hide the other drafts. */
function nameIn(row: object | null): string {
  const { title, name } = (row ?? {}) as { title?: unknown; name?: unknown };
  const found = typeof title === 'string' ? title : name;
  return typeof found === 'string' ? found.trim() : '';
}
