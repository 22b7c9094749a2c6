import type { Difficulty } from '../../api/contract/places-and-sports.ts';

const STEPS: Record<Difficulty, { filled: number; word: string }> = {
  beginner: { filled: 1, word: 'Beginner' },
  intermediate: { filled: 2, word: 'Intermediate' },
  advanced: { filled: 3, word: 'Advanced' },
};

const HEIGHTS = ['h-2', 'h-3', 'h-4'];

/** One to three filled bars and the word, so that colour is never the only sign. */
export function DifficultyBars({ difficulty }: { difficulty: Difficulty }) {
  const { filled, word } = STEPS[difficulty];
  return (
    <span className="inline-flex items-center gap-2 text-15 font-semi">
      <span aria-hidden="true" className="inline-flex items-end gap-[3px]">
        {HEIGHTS.map((height, bar) => (
          <i
            key={height}
            className={`w-1.5 rounded-[1px] border-[1.5px] ${height} ${bar < filled ? 'border-primary bg-primary forced-colors:bg-[CanvasText]' : 'border-control'}`}
          />
        ))}
      </span>
      {word}
    </span>
  );
}
