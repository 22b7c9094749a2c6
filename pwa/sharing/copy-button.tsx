import { useEffect, useState } from 'react';
import { COPIED_MS } from '../../api/contract/limits.ts';
import { IconButton } from '../components/icon-button.tsx';
import { showError, showToast } from '../components/toast-store.ts';
import { TEXTS } from './texts.ts';

export interface CopyButtonProps {
  link: string;
  /** Called when the clipboard has accepted or refused the link. */
  onTried: (copied: boolean) => void;
}

/** Copies the link; on success the icon is a check mark for two seconds. */
export function CopyButton({ link, onTried }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      onTried(false);
      showError(TEXTS.copyFailed.description, TEXTS.copyFailed.title);
      return;
    }
    onTried(true);
    setCopied((times) => times + 1);
    showToast(TEXTS.copied);
  };
  return <IconButton icon={copied ? 'check' : 'copy'} label={TEXTS.copy} className="border border-control" onClick={() => void copy()} />;
}
