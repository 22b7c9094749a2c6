import { useState } from 'react';
import { PLAYER_TEXTS } from './texts.ts';
import type { MediaSource } from './use-media-source.ts';
import { VideoProblem } from './video-problem.tsx';

export interface PictureViewerProps {
  title: string;
  source: MediaSource;
  /** A small version that every browser shows, for formats that few support (HEIC); null if there is none. */
  still: string | null;
  fileName: string;
}

/** A session's picture at page width. */
export function PictureViewer({ title, source: { address, type }, still, fileName }: PictureViewerProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  if (!address) return <div className="aspect-video rounded-card bg-sunken" />;
  const shown = [address, still].find((candidate) => candidate && !broken.includes(candidate));
  if (!shown) {
    return <VideoProblem problem="cannot-show" type={type} address={address} fileName={fileName} onRetry={() => setBroken([])} />;
  }
  return (
    <img
      src={shown}
      alt={PLAYER_TEXTS.picture(title)}
      onError={() => setBroken([...broken, shown])}
      className="max-h-[80vh] w-full rounded-card bg-sunken object-contain"
    />
  );
}
