import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-shapes.tsx';
import { LooseEnd } from './loose-end.tsx';

export interface EmptyStateProps {
  /** Replaces the drawing of the loose end. */
  icon?: IconName;
  title: string;
  description: ReactNode;
  quote?: string;
  action?: ReactNode;
  /** The screen's main action. Hidden on phones, where the floating button does the same. */
  add?: { label: string; onClick: () => void };
  /** Heading level: 1 if it is the whole screen, 3 below another heading. */
  level?: 1 | 2 | 3;
}

export function EmptyState({ icon, title, description, quote, action, add, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="mx-auto grid max-w-[400px] content-start justify-items-center gap-2 px-4 py-8 text-center">
      {icon ? <Icon name={icon} className="mb-2 size-12! text-primary" /> : <LooseEnd className="mb-2 w-full max-w-60 text-primary" />}
      <Heading tabIndex={level === 1 ? -1 : undefined} className="text-20 tracking-normal">
        {title}
      </Heading>
      <p className="text-balance text-ink-2">{description}</p>
      {quote && <blockquote className="text-balance text-15 text-ink-3">{quote}</blockquote>}
      {action && <div className="mt-3">{action}</div>}
      {add && (
        <Button icon="plus" className="mt-3 max-md:hidden" onClick={add.onClick}>
          {add.label}
        </Button>
      )}
    </section>
  );
}
