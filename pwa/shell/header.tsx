import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Brand } from '../components/brand.tsx';
import { classNames } from '../components/class-names.ts';
import { SyncTotal } from '../components/sync-total.tsx';
import type { SyncTotalStatus } from '../components/total-words.ts';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SYNC_QUEUE_DIALOG } from '../sync-tray/sync-queue-dialog.ts';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { Notifications } from './notifications.tsx';
import { useHeaderHeight } from './use-header-height.ts';
import { useHasSyncLine } from './use-has-sync-line.ts';

/** Brand, navigation, sync status, and the three buttons. `syncTotal`: null until the store answers. */
export function Header({ syncTotal }: { syncTotal: SyncTotalStatus | null }) {
  const queue = useDialogRoute(SYNC_QUEUE_DIALOG);
  const { pathname } = useLocation();
  const line = useHasSyncLine(syncTotal, pathname);
  const header = useRef<HTMLElement>(null);
  useHeaderHeight(header);
  return (
    // In a window zoomed to 400 %, the header scrolls away, or little space would be left for the page.
    <header
      ref={header}
      className="app-header top-0 z-30 [@media(min-height:321px)]:sticky border-b border-line bg-surface pt-[env(safe-area-inset-top)]"
    >
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center md:px-6 lg:min-h-16 lg:gap-2">
        {/* Below 360 px only the mark fits. */}
        <Link
          to="/"
          aria-label="Longline"
          className="flex min-h-14 items-center overflow-hidden pl-4 text-ink max-[359px]:w-[50px] md:pl-0 [&_svg]:flex-none"
        >
          <Brand />
        </Link>
        <MainNavigation />
        {/* Below 768 px, the line has a row of its own. From 1100 px on, it fills the rest of the row and wraps its own text
            before anything else wraps. */}
        <div
          className={classNames(
            'ms-auto lg:order-2',
            line
              ? 'order-2 basis-full max-md:border-t max-md:border-line md:order-1 md:basis-auto lg:flex lg:grow lg:basis-0 lg:justify-end'
              : 'order-1',
          )}
        >
          {syncTotal && <SyncTotal status={syncTotal} tick={!line} onOpen={() => queue.open()} />}
        </div>
        <div className={classNames('order-1 flex items-center pr-1 md:order-2 md:pr-0 lg:order-3', line && 'ms-auto md:ms-2')}>
          <Notifications />
          <ThemeToggle />
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}
