import { lazy, memo, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { percent } from './components/percent.ts';
import { useDialogRoute } from './components/use-dialog-route.ts';
import { useTitlePrefix } from './components/use-document-title.ts';
import { useMadeUpPosters } from './media/use-made-up-posters.ts';
import { useRecoveredFilm } from './media/use-recovered-film.ts';
import { useUploadFailures } from './media/use-upload-failures.ts';
import { useWakeLock } from './media/use-wake-lock.ts';
import { PUSH_DIALOG } from './push/push-dialog-name.ts';
import { useOpenFromNotification } from './push/use-open-from-notification.ts';
import { useSettlePushes } from './push/use-settle-pushes.ts';
import { RECENTLY_DELETED_DIALOG } from './recently-deleted/recently-deleted-dialog-name.ts';
import { TrainingLogScreen } from './screens/training-log/training-log-screen.tsx';
import { NOT_AUTHORIZED_PATH } from './session/not-authorized-path.ts';
import { useUser } from './session/session-context.tsx';
import { Screen } from './shell/screen.tsx';
import { Shell } from './shell/shell.tsx';
import { SIGN_OUT_DIALOG } from './sign-out/sign-out-dialog-name.ts';
import { STORAGE_DIALOG } from './storage/storage-dialog-name.ts';
import { SyncTray } from './sync-tray/sync-tray.tsx';
import { SyncProvider } from './sync/sync-provider.tsx';
import { syncTotalStatus } from './sync/sync-total-status.ts';
import { useFollowProfile } from './sync/use-follow-profile.ts';
import { useSyncTotal } from './sync/use-sync-total.ts';

const MyDogsScreen = lazy(async () => ({ default: (await import('./screens/my-dogs/my-dogs-screen.tsx')).MyDogsScreen }));
const CuesScreen = lazy(async () => ({ default: (await import('./screens/cues/cues-screen.tsx')).CuesScreen }));
const ProgramsScreen = lazy(async () => ({ default: (await import('./screens/programs/programs-screen.tsx')).ProgramsScreen }));
const PartnersScreen = lazy(async () => ({ default: (await import('./screens/partners/partners-screen.tsx')).PartnersScreen }));
const AdminScreen = lazy(async () => ({ default: (await import('./screens/admin/admin-screen.tsx')).AdminScreen }));
const CommunityScreen = lazy(async () => ({ default: (await import('./screens/community/community-screen.tsx')).CommunityScreen }));
const ProfileScreen = lazy(async () => ({ default: (await import('./screens/profile/profile-screen.tsx')).ProfileScreen }));
const EditProfileScreen = lazy(async () => ({ default: (await import('./screens/edit-profile/edit-profile-screen.tsx')).EditProfileScreen }));
const VideoScreen = lazy(async () => ({ default: (await import('./screens/video/video-screen.tsx')).VideoScreen }));
const RecentlyDeletedDialog = lazy(async () => ({
  default: (await import('./recently-deleted/recently-deleted-dialog.tsx')).RecentlyDeletedDialog,
}));
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out/sign-out-dialog.tsx')).SignOutDialog }));
const PushDialog = lazy(async () => ({ default: (await import('./push/push-dialog.tsx')).PushDialog }));
const StorageDialog = lazy(async () => ({ default: (await import('./storage/storage-dialog.tsx')).StorageDialog }));
const NotAuthorized = lazy(async () => ({ default: (await import('./screens/not-authorized/not-authorized.tsx')).NotAuthorized }));
const NotFound = lazy(async () => ({ default: (await import('./screens/not-found/not-found.tsx')).NotFound }));

/** The signed-in app: the routes of specification section 2 inside the shell. */
export function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route path={NOT_AUTHORIZED_PATH} element={<NotAuthorized />} />
        <Route path="*" element={<SignedInApp />} />
      </Routes>
    </BrowserRouter>
  );
}

function SignedInApp() {
  const { id } = useUser();
  return (
    // Another person means another store, engine and screens: nothing of the one before stays on the page.
    <SyncProvider key={id} userId={id}>
      <Screens />
    </SyncProvider>
  );
}

function Screens() {
  const total = useSyncTotal();
  const restoring = useDialogRoute(RECENTLY_DELETED_DIALOG, []);
  const notifying = useDialogRoute(PUSH_DIALOG, []);
  const signingOut = useDialogRoute(SIGN_OUT_DIALOG, []);
  const storage = useDialogRoute(STORAGE_DIALOG, []);
  useWakeLock(Boolean(total?.uploading));
  useTitlePrefix(total?.uploading ? percent(total.uploading.percent / 100) : null);
  useUploadFailures();
  useMadeUpPosters();
  useRecoveredFilm();
  useFollowProfile();
  useSettlePushes();
  useOpenFromNotification();
  return (
    <Shell syncTotal={total ? syncTotalStatus(total) : null}>
      <Places />
      <SyncTray />
      <Suspense fallback={null}>
        {restoring.isOpen && <RecentlyDeletedDialog />}
        {notifying.isOpen && <PushDialog />}
        {storage.isOpen && <StorageDialog onClose={storage.close} />}
        {signingOut.isOpen && <SignOutDialog />}
      </Suspense>
    </Shell>
  );
}

/** On its own, so that a word in the header draws the header anew and not the place below it. */
const Places = memo(() => (
  <Routes>
    <Route path="/" element={<Screen key="log" title="Training Log"><TrainingLogScreen /></Screen>} />
    <Route path="/my-dogs" element={<Screen key="dogs" title="My Dogs"><MyDogsScreen /></Screen>} />
    <Route path="/cues" element={<Screen key="cues" title="Cues"><CuesScreen /></Screen>} />
    <Route path="/programs" element={<Screen key="programs" title="Programs"><ProgramsScreen /></Screen>} />
    <Route path="/community" element={<Screen key="community" title="Community"><CommunityScreen /></Screen>} />
    <Route path="/friends" element={<Screen key="partners" title="Training Partners"><PartnersScreen /></Screen>} />
    <Route path="/admin" element={<Screen key="admin" title="Beta Access Admin"><AdminScreen /></Screen>} />
    <Route path="/video/:videoId" element={<Screen key="video" title="Training session"><VideoScreen /></Screen>} />
    <Route path="/profile/edit" element={<Screen key="edit-profile" title="Edit Profile"><EditProfileScreen /></Screen>} />
    <Route path="/profile/:userId" element={<Screen key="profile" title="Profile"><ProfileScreen /></Screen>} />
    <Route path="*" element={<Screen key="not-found" title="Page not found"><NotFound /></Screen>} />
  </Routes>
));
