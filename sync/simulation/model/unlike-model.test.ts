import { describe, expect, it } from 'vitest';
import { applyIntent } from './apply-intent.ts';
import type { Fields, Intent } from './intent.ts';
import { accepted, createModel, made, wentBack } from './reference-model.ts';
import { unlikeModel } from './unlike-model.ts';

const ANNA = { userId: 'anna', email: 'anna@example.org' };
const SESSION: Fields = {
  id: 's1',
  ownerId: 'anna',
  title: 'Heel',
  description: 'a\nb',
  dogId: null,
  trainedZone: 'UTC',
  shared: false,
  showsResults: false,
  videoUrl: null,
  deletedAt: null,
};
const PROFILE: Fields = {
  id: 'anna',
  firstName: null,
  lastName: null,
  bio: '',
  location: null,
  sports: [],
  profileVisibility: 'private',
  profileImageUrl: null,
};

const intent = (call: Intent['call'], wrote: Fields, saw: Fields = {}): Intent => ({
  device: 'phone',
  userId: 'anna',
  call,
  entity: 'videos',
  id: 's1',
  params: {},
  wrote,
  saw,
});

/** A model whose server has one session, with these edits after it. */
function modelAfter(...edits: Intent[]) {
  const model = createModel([ANNA]);
  applyIntent(model.state, intent('videos.create', { title: 'Heel', description: 'a\nb' }));
  for (const edit of edits) applyIntent(model.state, edit);
  return model;
}

const compare = ({ state }: ReturnType<typeof modelAfter>, session: Fields | null, conflicts: Fields[] = []) =>
  unlikeModel(state, ANNA, [ANNA], (entity) => {
    if (entity === 'profile') return [PROFILE];
    if (entity === 'conflicts') return conflicts;
    return entity === 'videos' && session ? [session] : [];
  });

describe('the reference model', () => {
  it('accepts the row that it expects, and names each field that differs', () => {
    expect(compare(modelAfter(), SESSION)).toEqual([]);
    expect(compare(modelAfter(), { ...SESSION, title: 'Sit', shared: true })).toEqual([
      expect.stringContaining('shared is true and should be false'),
      expect.stringContaining('title is "Sit" and should be "Heel"'),
    ]);
  });

  it('reports a missing row, an unexpected one, and one that should be deleted', () => {
    expect(compare(modelAfter(), null)).toEqual([expect.stringContaining('videos s1 is missing')]);
    expect(compare(createModel([ANNA]), SESSION)).toEqual([expect.stringContaining('should not be')]);
    expect(compare(modelAfter(intent('videos.delete', {})), SESSION)).toEqual([expect.stringContaining('isDeleted is false')]);
  });

  it('offers the value that lost, and keeps lines of both without doubling any', () => {
    const title = modelAfter(
      intent('videos.update', { title: 'Sit' }, { title: 'Heel' }),
      intent('videos.update', { title: 'Down' }, { title: 'Heel' }),
    );
    const conflict = { ownerId: 'anna', entity: 'videos', entityId: 's1', field: 'title', kept: 'Down', other: 'Sit', deletedAt: null };
    expect(compare(title, { ...SESSION, title: 'Down' }, [conflict])).toEqual([]);
    expect(compare(title, { ...SESSION, title: 'Down' })).toEqual([expect.stringContaining('should offer')]);
    const notes = modelAfter(
      intent('videos.update', { description: 'a\nb\nc' }, { description: 'a\nb' }),
      intent('videos.update', { description: 'a\nd' }, { description: 'a\nb' }),
    );
    expect(compare(notes, { ...SESSION, description: 'a\nd\nc' })).toEqual([]);
    expect(compare(notes, { ...SESSION, description: 'a\na\nd\nc' })).toHaveLength(1);
    expect(compare(notes, { ...SESSION, description: 'a\nd' })).toHaveLength(1);
  });

  it('counts edits under one key as one change, and a repeated key once', () => {
    const model = modelAfter();
    made(model, 'k', intent('videos.update', { title: 'Sit' }, { title: 'Heel' }));
    made(model, 'k', intent('videos.update', { title: 'Down' }, { title: 'Sit' }));
    accepted(model, 'k');
    applyIntent(model.state, intent('videos.update', { title: 'Stay' }, { title: 'Down' }));
    accepted(model, 'k');
    expect(compare(model, { ...SESSION, title: 'Stay' })).toEqual([]);
  });

  it('excuses after a restore only the fields that the server lost', () => {
    const model = modelAfter();
    const backup = structuredClone(model.state);
    applyIntent(model.state, intent('videos.update', { title: 'Sit' }, { title: 'Heel' }));
    wentBack(model, backup);
    expect(compare(model, { ...SESSION, title: 'Sit' })).toEqual([]);
    expect(compare(model, SESSION)).toEqual([]);
    expect(compare(model, { ...SESSION, description: 'a' })).toEqual([expect.stringContaining('description')]);
    expect(compare(model, null)).toEqual([expect.stringContaining('videos s1 is missing')]);
  });
});
