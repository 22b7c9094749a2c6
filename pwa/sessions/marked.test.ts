import { describe, expect, it } from 'vitest';
import { piecesOf } from './marked.tsx';

const marked = (text: string, ...found: string[]) =>
  piecesOf(text, found)
    .map(([piece, isFound]) => (isFound ? `[${piece}]` : piece))
    .join('');

describe('words marked in a text', () => {
  it('are whole words with a searched beginning, ignoring accents, and the text itself stays unchanged', () => {
    expect(marked('Heel past the food bowl,\nheeling!', 'heel')).toBe('[Heel] past the food bowl,\n[heeling]!');
    expect(marked('Fuß in İzmir', 'fuss', 'izm')).toBe('[Fuß] in [İzmir]');
    expect(marked('Backtracking', 'track')).toBe('Backtracking');
    expect(marked(' -- ', 'track')).toBe(' -- ');
  });

  it('are two words together if the search wrote them as one', () => {
    expect(marked('A send-away, then sendaway', 'sendaway')).toBe('A [send-away], then [sendaway]');
    expect(marked('Send the dog away', 'sendaway')).toBe('Send the dog away');
    expect(marked('Be neat at FH 2', 'ben', 'fh2')).toBe('Be neat at [FH 2]');
  });
});
