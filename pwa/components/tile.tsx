import type { ReactNode } from 'react';

export interface TileProps {
  /** The `name` of the radio group; its tiles share it. */
  group: string;
  checked: boolean;
  onChoose: () => void;
  /** A picture above the words. */
  face?: ReactNode;
  /** The name of the choice. */
  children: ReactNode;
}

/** One choice of a radio group, with a picture. The native radio button covers the tile and takes taps and keys. */
export function Tile({ group, checked, onChoose, face, children }: TileProps) {
  return (
    <label className="tile">
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      {face}
      <span className="line-clamp-2 max-w-full [overflow-wrap:anywhere]">{children}</span>
    </label>
  );
}
