import type { Draft } from '../drafts.ts';
import { formKey } from '../spare-drafts.ts';
import type { Store } from '../store.ts';

type Drafted = 'videos' | 'dogs' | 'cues' | 'programs';

/** A draft that a person left behind, as a screen lists it. */
export interface UnsentDraft {
  key: string;
  kind: 'new' | 'changes' | 'notes' | 'comment' | 'profile';
  /** Empty where nothing has a name yet. */
  title: string;
  /** The row that the draft belongs to; empty for a new one. */
  rowId: string;
  mediaId: string | null;
  /** What was typed. */
  values: Draft['values'];
  /** The row is no longer on this device, so the draft can only be copied and discarded. */
  orphaned: boolean;
  updatedAt: number;
}

const KINDS: Record<string, UnsentDraft['kind']> = {
  'videos.create': 'new',
  'videos.update': 'changes',
  'comments.create': 'comment',
  'dogs.create': 'new',
  'dogs.update': 'changes',
  'dogs.notes': 'notes',
  'cues.create': 'new',
  'cues.update': 'changes',
  'programs.create': 'new',
  'programs.update': 'changes',
  'profile.update': 'profile',
};

/** Unsent drafts of one kind of row, newest first. Those without a list of their own, of comments and of the profile, count as sessions'. */
export async function listUnsentDrafts(store: Store, entity: Drafted): Promise<UnsentDraft[]> {
  const entities = entity === 'videos' ? ['videos.', 'comments.', 'profile.'] : [`${entity}.`];
  // A save that was interrupted is about to become the row itself.
  const drafts = (await store.drafts.where('key').startsWithAnyOf(entities).toArray()).filter(({ saving }) => !saving);
  const described = await Promise.all(drafts.map((draft) => describe(store, entity, draft)));
  return described.flatMap((draft) => draft ?? []).toSorted((a, b) => b.updatedAt - a.updatedAt);
}

async function describe(store: Store, entity: Drafted, { key, values, mediaId, updatedAt }: Draft): Promise<UnsentDraft | null> {
  const [form = '', id = ''] = formKey(key).split(':');
  const kind = KINDS[form];
  if (!kind) return null;
  const media = mediaId === null ? undefined : await store.media.get(mediaId);
  // Still being filmed or copied for a form that is open.
  if (kind === 'new' && id && media?.state === 'writing') return null;
  const base = { key, kind, values, mediaId, updatedAt };
  if (kind === 'profile') return { ...base, title: '', rowId: '', orphaned: false };
  if (kind === 'new') return { ...base, title: nameIn(values), rowId: '', orphaned: false };
  const row = await store.view(entity).get(id);
  // A comment may belong to a session that only the server has; its page can still be opened.
  return { ...base, title: row ? nameIn(row) : '', rowId: id, orphaned: !row && kind !== 'comment' };
}

function nameIn(row: object): string {
  const { title, name } = row as { title?: unknown; name?: unknown };
  const found = typeof title === 'string' ? title : name;
  return typeof found === 'string' ? found.trim() : '';
}
