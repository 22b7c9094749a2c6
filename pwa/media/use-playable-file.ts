import { useState } from 'react';
import type { MediaSource } from './use-media-source.ts';

export interface PlayableFile {
  /** Null while loading, and if this browser plays neither the file nor a copy. */
  address: string | null;
  /** Whether `address` is the server's compatible copy of a file that this browser cannot decode. */
  isCopy: boolean;
  problem: 'cannot-decode' | 'cannot-load' | null;
  onUndecodable: () => void;
  onError: (code: number | undefined) => void;
  retry: () => void;
}

/** The file to play: the session's own, or the server's compatible copy if this browser cannot decode the session's file. */
export function usePlayableFile({ address: own, compatible, local }: MediaSource): PlayableFile {
  const [undecodable, setUndecodable] = useState<readonly string[]>([]);
  const [unreachable, setUnreachable] = useState<string | null>(null);
  const address = [own, own && compatible].find((candidate) => candidate && !undecodable.includes(candidate)) ?? null;
  const onUndecodable = () => {
    if (address) setUndecodable([...undecodable, address]);
  };
  const isCopy = address !== null && address !== own;
  return {
    address,
    isCopy,
    problem: own && !address ? 'cannot-decode' : address !== null && unreachable === address ? 'cannot-load' : null,
    onUndecodable,
    onError: async (code) => {
      if (!address) return;
      if (await canBeLoaded(code, address, local && !isCopy)) onUndecodable();
      else setUnreachable(address);
    },
    retry: () => setUnreachable(null),
  };
}

/** Asks the server if needed: browsers report the same code for a file that they cannot decode and one they cannot load. */
async function canBeLoaded(code: number | undefined, address: string, local: boolean): Promise<boolean> {
  if (local || code === MediaError.MEDIA_ERR_DECODE) return true;
  if (code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return false;
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null);
  return answer?.ok ?? false;
}
