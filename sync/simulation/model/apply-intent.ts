import type { Fields, Intent } from './intent.ts';
import { DEFAULTS, kindOf } from './kinds.ts';
import { type ModelRow, type ModelState, newRow } from './model-state.ts';
import { same } from './same-content.ts';
import { settleField } from './settle-field.ts';

/** Applies one change that the server has accepted. */
export function applyIntent(state: ModelState, intent: Intent): void {
  const verb = intent.call.split('.')[1] ?? '';
  VERBS[intent.call]?.(state, intent);
  if (!VERBS[intent.call]) OF_ANY_ROW[verb]?.(state, intent);
}

type Apply = (state: ModelState, intent: Intent) => void;

const rowOf = ({ rows }: ModelState, { id }: Intent) => rows.get(id);
const liveRow = (state: ModelState, intent: Intent) => {
  const row = rowOf(state, intent);
  return row && !row.isDeleted ? row : undefined;
};

const OF_ANY_ROW: Record<string, Apply> = {
  create(state, { entity, id, userId, wrote }) {
    const row = newRow(entity, id, userId, { ...DEFAULTS[entity], ...wrote });
    // The first request may arrive late, at a server that went back and that devices have offered this row meanwhile.
    for (const field of state.rows.get(id)?.excused ?? []) row.excused.add(field);
    state.rows.set(id, row);
    nameDog(state, row);
  },
  update(state, intent) {
    const row = liveRow(state, intent);
    if (row) edit(state, row, intent);
  },
  delete(state, intent) {
    const row = liveRow(state, intent);
    if (row) row.isDeleted = true;
  },
  restore(state, intent) {
    const row = rowOf(state, intent);
    if (row) row.isDeleted = false;
  },
};

const VERBS: Partial<Record<string, Apply>> = {
  // Also deleted, it takes what was trained of it (R360).
  'plans.update'(state, intent) {
    const row = rowOf(state, intent);
    if (row) edit(state, row, intent);
  },
  'dogs.delete'(state, intent) {
    const dog = liveRow(state, intent);
    if (!dog) return;
    dog.isDeleted = true;
    for (const row of state.rows.values()) nameDog(state, row);
  },
  'dogs.restore'(state, intent) {
    const dog = rowOf(state, intent);
    if (!dog?.isDeleted) return;
    dog.isDeleted = false;
    for (const row of state.rows.values()) {
      if (row.formerDogId !== dog.id) continue;
      row.fields['dogId'] = dog.id;
      row.formerDogId = null;
    }
  },
  'videos.share': (state, intent) => setField(state, intent, 'shared', true),
  'videos.unshare': (state, intent) => setField(state, intent, 'shared', false),
  'cues.import'(state, { id, userId, params }) {
    const source = state.rows.get(params['cueId'] ?? '');
    const copy = state.rows.get(id);
    if (!source || (copy && !copy.isDeleted)) return;
    const { name, sport, difficulty, description, steps } = source.fields;
    const fields = { ...DEFAULTS.cues, name, sport, difficulty, description, steps, importedFromId: source.id };
    state.rows.set(id, newRow('cues', id, userId, fields));
  },
  'programs.addCue'(state, intent) {
    const row = liveRow(state, intent);
    if (!row) return;
    const { cueId, orderIndex } = intent.wrote as { cueId: string; orderIndex: number };
    const others = cuesOf(row).filter((one) => one !== cueId);
    // The index counts the cues that screens show; a deleted cue keeps its place between them.
    const shown = others.filter((one) => state.rows.get(one)?.isDeleted === false);
    const follower = shown[orderIndex];
    others.splice(follower === undefined ? others.length : others.indexOf(follower), 0, cueId);
    row.fields['cues'] = others;
  },
  'programs.orderCues'(state, intent) {
    const row = liveRow(state, intent);
    if (!row) return;
    const before = cuesOf(row);
    const wanted = (intent.wrote['cueIds'] as string[]).filter((one) => before.includes(one));
    // What another device added meanwhile stays, at the end.
    row.fields['cues'] = [...wanted, ...before.filter((one) => !wanted.includes(one))];
  },
  'programs.removeCue'(state, intent) {
    const row = liveRow(state, intent);
    if (row) row.fields['cues'] = cuesOf(row).filter((one) => one !== intent.params['cueId']);
  },
  'comments.create'({ rows }, { id, userId, params, wrote }) {
    rows.set(id, newRow('comments', id, userId, { videoId: params['videoId'], content: wrote['content'] }));
  },
  'conflicts.settle'({ conflicts }, { wrote }) {
    const isMeant = (one: object) => Object.entries(wrote).every(([field, value]) => same((one as Fields)[field], value));
    const open = conflicts.find((one) => !one.isSettled && isMeant(one));
    if (open) open.isSettled = true;
  },
  'friendships.create'({ friendships }, { id, userId, wrote }) {
    friendships.set(id, { id, userId, friendId: String(wrote['friendId']), status: 'pending' });
  },
  'friendships.accept'({ friendships }, { id }) {
    const one = friendships.get(id);
    if (one) one.status = 'accepted';
  },
  'friendships.delete': ({ friendships }, { id }) => void friendships.delete(id),
  'friendships.withdraw': ({ friendships }, { id }) => void friendships.delete(id),
};

export const cuesOf = (row: ModelRow): string[] => [...((row.fields['cues'] as string[] | undefined) ?? [])];

function setField(state: ModelState, intent: Intent, field: string, value: unknown): void {
  const row = liveRow(state, intent);
  if (row) row.fields[field] = value;
}

function edit(state: ModelState, row: ModelRow, { userId, entity, wrote, saw }: Intent): void {
  for (const [field, mine] of Object.entries(wrote)) {
    const theirs = row.fields[field] ?? null;
    const { value, mixed, offered } = settleField(kindOf(entity, field), theirs, row.mixed.has(field), saw[field] ?? null, mine);
    row.fields[field] = value;
    if (mixed) row.mixed.add(field);
    else row.mixed.delete(field);
    if (offered) state.conflicts.push({ ownerId: userId, entity, entityId: row.id, field, ...offered, isSettled: false });
    if (field === 'dogId' && value !== theirs) row.formerDogId = null;
  }
  nameDog(state, row);
}

/** A session or program no longer names a deleted dog, but remembers it. */
function nameDog({ rows }: ModelState, row: ModelRow): void {
  const dogId = row.fields['dogId'] as string | null | undefined;
  if (!dogId || !rows.get(dogId)?.isDeleted) return;
  row.fields['dogId'] = null;
  row.formerDogId = dogId;
}
