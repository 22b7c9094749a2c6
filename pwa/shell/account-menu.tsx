import { Link } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-shapes.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { initials } from '../components/initials.ts';
import { Popover } from '../components/popover.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { PUSH_DIALOG } from '../push/push-dialog-name.ts';
import { TEXTS as PUSH_TEXTS } from '../push/texts.ts';
import { RECENTLY_DELETED_DIALOG } from '../recently-deleted/recently-deleted-dialog-name.ts';
import { useUser } from '../sign-in/sign-in-context.tsx';
import { SIGN_OUT_DIALOG } from '../sign-out/sign-out-dialog-name.ts';
import { STORAGE_DIALOG } from '../storage/storage-dialog-name.ts';
import { SHELL_TEXTS as TEXTS } from './texts.ts';

const ENTRY = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-sunken';

/** The account menu (R26, R27). */
export function AccountMenu() {
  const user = useUser();
  const signOut = useDialogRoute(SIGN_OUT_DIALOG, []);
  const restoring = useDialogRoute(RECENTLY_DELETED_DIALOG, []);
  const notify = useDialogRoute(PUSH_DIALOG, []);
  const storage = useDialogRoute(STORAGE_DIALOG, []);
  const device = useDeviceWord();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const face = <Avatar own src={user.profileImageUrl} initials={initials([user.firstName, user.lastName], 'U')} />;
  return (
    <Popover
      label={TEXTS.account}
      size="menu"
      trigger={(props) => (
        <IconButton {...props} label={name ? `${TEXTS.account} of ${name}` : TEXTS.account}>
          {face}
        </IconButton>
      )}
    >
      {(close) => (
        <>
          <div className="flex items-center gap-3 border-b border-line p-4">
            {face}
            <div className="min-w-0 text-15 leading-[1.4]">
              {name && (
                <p className="font-semi">
                  <bdi>{name}</bdi>
                </p>
              )}
              {user.email && <p className="truncate text-ink-2">{user.email}</p>}
            </div>
          </div>
          <div className="grid p-2">
            <MenuLink to="/profile/edit" icon="person" close={close}>
              {TEXTS.editProfile}
            </MenuLink>
            <MenuLink to="/your-data" icon="computer" close={close}>
              {TEXTS.yourData}
            </MenuLink>
            <MenuLink to="/device" icon="phone" close={close}>
              {TEXTS.device(device)}
            </MenuLink>
            {user.isAdmin && (
              <>
                <MenuLink to="/admin" icon="lock" close={close}>
                  {TEXTS.betaAccess}
                </MenuLink>
                <MenuLink to="/admin/reports" icon="flag" close={close}>
                  {TEXTS.reports}
                </MenuLink>
                <MenuLink to="/server" icon="storage" close={close}>
                  {TEXTS.server}
                </MenuLink>
              </>
            )}
            <MenuButton icon="bell" onPress={notify.open} close={close}>
              {PUSH_TEXTS.menu}
            </MenuButton>
            <MenuButton icon="trash" onPress={restoring.open} close={close}>
              {TEXTS.recentlyDeleted}
            </MenuButton>
            <MenuButton icon="phoneSaved" onPress={storage.open} close={close}>
              {TEXTS.storage}
            </MenuButton>
            <MenuButton icon="leave" onPress={signOut.open} close={close}>
              {TEXTS.logout}
            </MenuButton>
          </div>
        </>
      )}
    </Popover>
  );
}

interface MenuLinkProps {
  to: string;
  icon: IconName;
  close: () => void;
  children: string;
}

function MenuLink({ to, icon, close, children }: MenuLinkProps) {
  return (
    <Link to={to} className={ENTRY} onClick={close}>
      <Icon name={icon} className="text-ink-2" />
      {children}
    </Link>
  );
}

interface MenuButtonProps {
  icon: IconName;
  onPress: () => void;
  close: () => void;
  children: string;
}

function MenuButton({ icon, onPress, close, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={ENTRY}
      onClick={() => {
        close();
        onPress();
      }}
    >
      <Icon name={icon} className="text-ink-2" />
      {children}
    </button>
  );
}
