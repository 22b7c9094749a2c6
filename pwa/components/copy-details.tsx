import { CopyText } from './copy-text.tsx';

const TEXTS = { copy: 'Copy details', byHand: 'Details to copy' } as const;

/** Copies the error details; if the browser refuses, shows them selected. */
export const CopyDetails = ({ details }: { details: string }) => (
  <CopyText text={details} label={TEXTS.copy} byHandLabel={TEXTS.byHand} tone="quiet" className="-mx-3 text-primary!" />
);
