import type { ReactNode } from 'react';

export interface PageHeadProps {
  title: string;
  quote?: string;
  /** The screen's main button, shown here from 768 px. On phones an AddButton floats instead. */
  action?: ReactNode;
}

export function PageHead({ title, quote, action }: PageHeadProps) {
  return (
    <div className="page-head mb-5 flex flex-wrap items-end gap-x-6 gap-y-1 md:mb-6 md:items-center">
      <div className="flex-[1_1_240px]">
        {/* Gets the focus when the screen changes. */}
        <h1 tabIndex={-1}>{title}</h1>
        {quote && <blockquote className="mt-1 text-15 text-ink-2">{quote}</blockquote>}
      </div>
      {action}
    </div>
  );
}
