import { describe, expect, it } from 'vitest';
import { NEW_PROGRAM, type Program } from '../entities/program.ts';
import { PROGRAM_MUTATIONS } from './programs.ts';

const [sit, down, stay] = ['a', 'b', 'c'].map((letter) => letter.repeat(8));

const programOf = (...cueIds: readonly (string | undefined)[]) =>
  ({ ...NEW_PROGRAM, name: 'Spring', cues: cueIds.map((cueId, orderIndex) => ({ cueId, orderIndex })) }) as unknown as Program;

/** The cues after a device has sent the order that it shows. */
function order(program: Program, ...cueIds: readonly (string | undefined)[]): (string | undefined)[] {
  const context = { id: program.id, userId: program.ownerId, now: '2026-05-01T09:00:00.000Z', params: {} };
  const after = PROGRAM_MUTATIONS['programs.orderCues'].effect(program, { cueIds: cueIds as string[] }, context);
  expect(after?.cues.map(({ orderIndex }) => orderIndex)).toEqual(after?.cues.map((_, place) => place));
  return after?.cues.map(({ cueId }) => cueId) ?? [];
}

describe('ordering the cues of a program', () => {
  it('moves cues without changing which there are', () => {
    expect(order(programOf(sit, down, stay), stay, sit, down)).toEqual([stay, sit, down]);
  });

  it('keeps a cue that another device added meanwhile, at the end', () => {
    expect(order(programOf(sit, down, stay), down, sit)).toEqual([down, sit, stay]);
  });

  it('keeps a cue removed that another device removed meanwhile', () => {
    expect(order(programOf(sit, down), stay, down, sit)).toEqual([down, sit]);
  });
});
