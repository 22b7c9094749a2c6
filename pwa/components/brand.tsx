import { WORDMARK } from './wordmark.ts';

/** The logo with the product name as a shape. Links and headings around it provide the text 'Longline'. */
export function Brand() {
  return (
    <svg viewBox="0 0 164 36" aria-hidden="true" className="h-8 w-auto">
      <g transform="translate(0 2)" className="text-primary">
        <g fill="none" stroke="currentColor" strokeWidth="3.2" strokeLinejoin="round">
          <path d="M15.6 7.4V7.3A5.2 5.2 0 0 0 5.2 7.3V10.3a5.2 5.2 0 0 0 10.4 0V9.1" />
          <path strokeLinecap="round" d="M10.4 15.5V22.6a5.6 5.6 0 0 0 5.6 5.6H20.6" />
        </g>
        <circle cx="27.4" cy="28.2" r="2.7" fill="currentColor" />
      </g>
      <path transform="translate(42 28)" fill="currentColor" d={WORDMARK} />
    </svg>
  );
}
