import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-shapes.tsx';
import { SHELL_TEXTS as TEXTS } from './texts.ts';

const PLACES: ReadonlyArray<{ to: string; label: string; icon: IconName }> = [
  { to: '/', label: TEXTS.trainingLog, icon: 'log' },
  { to: '/my-dogs', label: TEXTS.myDogs, icon: 'collar' },
  { to: '/cues', label: TEXTS.cues, icon: 'whistle' },
  { to: '/programs', label: TEXTS.programs, icon: 'program' },
  { to: '/community', label: TEXTS.community, icon: 'pin' },
  { to: '/friends', label: TEXTS.partners, icon: 'partners' },
];

/** The bar's top border. */
const BORDER_PX = 1;

/** The six destinations: a bottom bar on phones, a top bar from 768 px (R25). */
export function MainNavigation() {
  const places = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = places.current;
    if (!list) return;
    // With large text the bar has two rows; elements floating above it need its height.
    const tell = () => document.documentElement.style.setProperty('--nav-height', `${list.offsetHeight + BORDER_PX}px`);
    const look = new ResizeObserver(tell);
    look.observe(list);
    return () => look.disconnect();
  }, []);
  return (
    <nav className="nav order-3 md:basis-full lg:order-1 lg:ms-6 lg:flex-initial" aria-label={TEXTS.navigation}>
      <ul ref={places}>
        {PLACES.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end>
              <Icon name={icon} />
              <span className={label.includes(' ') ? 'two-words' : undefined}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
