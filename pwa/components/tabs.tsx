import { type KeyboardEvent, type ReactNode, useId } from 'react';

export interface TabsProps<Name extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: ReadonlyArray<{ name: Name; label: string }>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The chosen tab's content. */
  children: ReactNode;
  className?: string;
}

/** Tabs with their panel (WAI-ARIA tabs pattern): arrow keys, Home and End move the focus and choose. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children, className }: TabsProps<Name>) {
  const id = useId();

  const move = (event: KeyboardEvent) => {
    const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]'));
    // Start from the focused tab: while a key is held, the chosen one may lag behind.
    const to = targetOf(
      event.key,
      buttons.findIndex((button) => button === document.activeElement),
      tabs.length,
    );
    const tab = tabs[to];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.name);
    buttons[to]?.focus();
  };

  return (
    <>
      <div role="tablist" aria-label={label} className={`tabs ${className ?? 'mb-4'}`} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}

function targetOf(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return -1;
}
