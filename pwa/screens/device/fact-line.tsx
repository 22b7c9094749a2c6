import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';

export interface FactLineProps {
  does: boolean;
  title: string;
  words: string;
  action?: ReactNode;
}

/** One thing that this device does or does not do, and what follows from it. The icon repeats the title. */
export function FactLine({ does, title, words, action }: FactLineProps) {
  return (
    <li className="grid min-h-16 grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-3 last:border-b min-[22.5rem]:grid-cols-[24px_minmax(0,1fr)_auto]">
      <Icon name={does ? 'check' : 'close'} className={classNames('mt-0.5 self-start', does ? 'text-primary' : 'text-ink-2')} />
      <div>
        <h2 className="text-17 leading-[1.3] font-semi">{title}</h2>
        <p className="text-15 leading-[1.4] text-ink-2">{words}</p>
      </div>
      {action && <div className="max-[22.5rem]:col-start-2">{action}</div>}
    </li>
  );
}
