import type { Draft } from '../store/draft-row.ts';
import { formKey } from '../store/draft-keys.ts';
import type { Store } from '../store/store.ts';

type Drafted = 'videos' | 'dogs' | 'cues' | 'programs';

/** An abandoned draft, as a screen lists it. */
export interface UnsentDraft {
  key: string;
  kind:
    | 'new'
    | 'changes'
    | 'notes'
    | 'comment'
    | 'exercise'
    | 'exerciseChanges'
    | 'plan'
    | 'planChanges'
    | 'trial'
    | 'trialChanges'
    | 'profile';
  /** Empty if the draft and its row have no name yet. */
  title: string;
  /**
   * The row the draft belongs to: the session of a comment or a new exercise, what a new plan began with, the dog of a new trial;
   * empty for a new one of all others.
   */
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
  'plans.create': 'plan',
  'plans.update': 'planChanges',
  'trials.create': 'trial',
  'trials.update': 'trialChanges',
  'dogs.create': 'new',
  'dogs.update': 'changes',
  'dogs.notes': 'notes',
  'cues.create': 'new',
  'cues.update': 'changes',
  'programs.create': 'new',
  'programs.update': 'changes',
  'profile.update': 'profile',
};

const BESIDE: Partial<Record<Drafted, string[]>> = { videos: ['comments', 'sets', 'plans', 'profile'], dogs: ['trials'] };

/**
 * Unsent drafts of one kind of row, newest first. The list for sessions includes drafts of comments, exercises, plans
 * and the profile, which have no list of their own, and that for dogs drafts of trials.
 */
export async function listUnsentDrafts(store: Store, entity: Drafted): Promise<UnsentDraft[]> {
  const entities = [entity, ...(BESIDE[entity] ?? [])].map((each) => `${each}.`);
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
  if (kind === 'plan') return { ...base, title: exercisesIn(values), rowId: id, orphaned: false };
  if (kind === 'planChanges') {
    const plan = await store.view('plans').get(id);
    return { ...base, title: exercisesIn(values), rowId: id, orphaned: !plan || plan.deletedAt !== null };
  }
  if (kind === 'trial') {
    const dog = await store.view('dogs').get(id);
    return { ...base, title: nameIn(values), rowId: id, orphaned: !dog || dog.deletedAt !== null };
  }
  if (kind === 'trialChanges') {
    const trial = await store.view('trials').get(id);
    return { ...base, title: nameIn(trial ?? null), rowId: id, orphaned: !trial || trial.deletedAt !== null };
  }
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

/** The names of a plan's exercises; like `nameIn`, empty for damaged values. */
function exercisesIn(values: object): string {
  const { exercises } = values as { exercises?: unknown };
  const names = Array.isArray(exercises) ? exercises.map((each: unknown) => (each as { exercise?: unknown } | null)?.exercise) : [];
  return names.filter((name) => typeof name === 'string' && name.trim() !== '').join(', ');
}

/** The trimmed title or name. Damaged values give an empty one, so that they do not hide the other drafts. */
function nameIn(row: object | null): string {
  const { title, name } = (row ?? {}) as { title?: unknown; name?: unknown };
  const found = typeof title === 'string' ? title : name;
  return typeof found === 'string' ? found.trim() : '';
}
