import { useState } from 'react';
import { classNames } from './class-names.ts';

export interface AvatarProps {
  /** Address of the picture, if there is one. */
  src?: string | null | undefined;
  /** One or two letters, shown while there is no picture. */
  initials: string;
  size?: 28 | 36 | 48 | 72;
  /** Dark background, for the signed-in person. */
  own?: boolean;
  /** Square instead of round, for a dog's portrait. */
  square?: boolean;
}

const SIZES = { 28: 'size-7 text-13', 36: 'size-9 text-13', 48: 'size-12 text-15', 72: 'size-18 text-20' };

/**
 * Hidden from screen readers, which read the name beside it. CSS draws the initials: as text they would become the visible
 * label of a button around them, and speech input would expect the button to respond to 'KE'.
 */
export function Avatar({ src, initials, size = 36, own = false, square = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const pictured = src && src !== broken;
  return (
    <span
      aria-hidden="true"
      dir="auto"
      data-initials={pictured ? undefined : initials}
      className={classNames(
        'grid flex-none place-items-center overflow-hidden border font-bold',
        !pictured && 'before:content-[attr(data-initials)]',
        SIZES[size],
        square ? 'rounded-control' : 'rounded-full',
        own ? 'border-ink bg-ink text-paper' : 'border-line bg-sunken text-ink',
      )}
    >
      {pictured && <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />}
    </span>
  );
}
