import { expect, it } from 'vitest';
import type { Cue } from '../../api/contract/entities/cue.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { dogSet } from '../testing/dog-set.ts';
import { lastResults, likeLastTime, ofProgram } from './planned-exercises.ts';

const ports = testPorts();
const words = (exercises: ReturnType<typeof likeLastTime>) => exercises.map(({ exercise, distanceM }) => [exercise, distanceM]);

it('takes the exercises of the last session with reps, each once, a step further or back by its last set', () => {
  const sets = [
    dogSet('2026-11-10', 'hhhhh', { exercise: 'Heel' }),
    dogSet('2026-11-20', 'hhhmm', { distanceM: 30 }),
    dogSet('2026-11-20', 'hhhhm', { distanceM: 30 }),
    dogSet('2026-11-20', 'mmmmh', { exercise: 'Recall', distanceM: 20 }),
    dogSet('2026-11-24', ''),
  ];
  expect(words(likeLastTime(sets, ports))).toEqual([
    ['Send-away', 35],
    ['Recall', 15],
  ]);
  expect(likeLastTime([], ports)).toEqual([]);
});

it('makes an exercise of each cue of a program, with the criterion that comes next where the dog has one', () => {
  const cues = [
    { id: 'a', name: 'Recall' },
    { id: 'b', name: 'Send-away' },
  ] as Cue[];
  const made = ofProgram(cues, [dogSet('2026-11-20', 'hhhhh', { distanceM: 30 })], ports);
  expect(made.map(({ cueId, exercise, distanceM, repsAsked }) => [cueId, exercise, distanceM, repsAsked])).toEqual([
    ['a', 'Recall', null, 5],
    ['b', 'Send-away', 35, 5],
  ]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(2);
});

it('says what the dog did last of an exercise', () => {
  const resultOf = lastResults([
    dogSet('2026-11-18', 'hhhhh', { exercise: 'Heel', cueId: 'heel' }),
    dogSet('2026-11-19', 'hhhmm', { distanceM: 25 }),
    dogSet('2026-11-20', 'hhhhm', { distanceM: 30, distraction: 'low' }),
    dogSet('2026-11-21', '', { distanceM: 35 }),
  ]);
  const results = [
    { cueId: null, exercise: 'send-away' },
    { cueId: 'heel', exercise: 'Fast heel' },
    { cueId: null, exercise: 'Heel' },
    { cueId: null, exercise: 'Recall' },
  ].map(resultOf);
  expect(results).toEqual(['4/5 at 30 m, low distraction', '5/5', '5/5', null]);
});
