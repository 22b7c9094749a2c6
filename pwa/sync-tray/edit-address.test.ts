import { describe, expect, it } from 'vitest';
import { editAddress } from './edit-address.ts';

const entityId = '10000000-0000-4000-8000-000000000001';

describe('edit address of a refused change', () => {
  it("opens the row's dialog", () => {
    const addresses = ['videos', 'dogs', 'cues', 'programs', 'profile'].map((entity) =>
      editAddress({ entity, entityId, payload: { name: 'Away' } }),
    );
    expect(addresses).toEqual([
      `/?dialog=edit-session&id=${entityId}`,
      `/my-dogs?dialog=edit-dog&id=${entityId}`,
      `/cues?tab=mine&dialog=edit-cue&id=${entityId}`,
      `/programs?dialog=edit-program&id=${entityId}`,
      '/profile/edit',
    ]);
  });

  it('is null if the change contains nothing typed', () => {
    const changes = [
      { entity: 'videos', payload: {} },
      { entity: 'cues', payload: { id: entityId } },
      { entity: 'programs', payload: { cueId: entityId, orderIndex: 2 } },
      { entity: 'programs', payload: { cueIds: [entityId] } },
      { entity: 'comments', payload: { content: 'Straight' } },
    ];
    for (const change of changes) expect(editAddress({ ...change, entityId }), JSON.stringify(change)).toBeNull();
  });
});
