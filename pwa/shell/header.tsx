import { Link } from 'react-router-dom';
import { Brand } from '../components/brand.tsx';
import { SyncTotal, type SyncTotalStatus } from '../components/sync-total.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SYNC_QUEUE_DIALOG } from '../sync-tray/sync-queue-dialog.ts';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { Notifications } from './notifications.tsx';

/** Brand, navigation, sync status, and the three buttons. */
export function Header({ syncTotal }: { syncTotal: SyncTotalStatus | null }) {
  const queue = useDialogRoute(SYNC_QUEUE_DIALOG);
  return (
    // In a window zoomed to 400 % it scrolls away, or little would be left of the page.
    <header className="app-header top-0 z-30 [@media(min-height:321px)]:sticky border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center md:px-6 lg:min-h-16 lg:gap-2">
        <Link to="/" aria-label="Longline" className="flex min-h-14 items-center pl-4 text-ink md:pl-0">
          <Brand />
        </Link>
        <MainNavigation />
        {/* From 768 px on, the status fills the rest of the row, and wraps its own text before anything else wraps. */}
        <div className="order-2 basis-full max-md:border-t max-md:border-line md:order-1 md:ms-auto md:basis-auto lg:order-2 lg:flex lg:grow lg:basis-0 lg:justify-end">
          <SyncTotal status={syncTotal} onOpen={() => queue.open()} />
        </div>
        <div className="order-1 ms-auto flex items-center pr-1 md:order-2 md:ms-2 md:pr-0 lg:order-3">
          <Notifications />
          <ThemeToggle />
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}
