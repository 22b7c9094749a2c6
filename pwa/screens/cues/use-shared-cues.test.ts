import { expect, test } from 'vitest';
import { type CueAnswer, NEW_CUE } from '../../../api/contract/entities/cue.ts';
import { PARTNERS_CUES, PUBLIC_CUES } from './use-shared-cues.ts';

const CUE: CueAnswer = {
  ...NEW_CUE,
  id: '44444444-4444-4444-8444-444444444444',
  ownerId: '11111111-1111-4111-8111-111111111111',
  name: 'Away',
  createdAt: '2026-11-21T14:22:37.512Z',
  updatedAt: '2026-11-21T14:22:37.512Z',
  deletedAt: null,
  version: 1,
  creatorName: 'Anna',
};

test.each([PUBLIC_CUES, PARTNERS_CUES])('$name fills in the fields that a server of the previous version does not send', ({ row }) => {
  for (const lacking of Object.keys(NEW_CUE)) {
    const { [lacking as keyof typeof NEW_CUE]: _unknown, ...answer } = CUE;
    expect(row.parse(answer), lacking).toEqual(CUE);
  }
  const { name: _name, ...nameless } = CUE;
  expect(row.safeParse(nameless).success).toBe(false);
});
