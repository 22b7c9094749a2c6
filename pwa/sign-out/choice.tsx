import type { ReactNode } from 'react';

/** One option of the sign-out dialog: its button, and a hint about its effect. */
export function Choice({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li className="grid gap-1 border-t border-line py-4">
      <div className="lines-up">{children}</div>
      <p className="text-15 text-ink-2">{hint}</p>
    </li>
  );
}
