import { memo, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { AskAge } from './age/ask-age.tsx';
import { lazyWithPreload } from './components/lazy-component.tsx';
import { useBusyWhile } from './components/busy.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { DialogBoundary } from './components/dialog-boundary.tsx';
import { percent } from './components/percent.ts';
import { useDialogRoute } from './components/use-dialog-route.ts';
import { deviceWord } from './components/use-is-phone.ts';
import { useTitlePrefix } from './components/use-document-title.ts';
import { watchVisibleWindow } from './components/visible-window.ts';
import { linkManifest } from './install/link-manifest.ts';
import { useMissingPosters } from './media/use-missing-posters.ts';
import { useRecoveredFilm } from './media/use-recovered-film.ts';
import { useUploadFailures } from './media/use-upload-failures.ts';
import { useWakeLock } from './components/use-wake-lock.ts';
import { INSTALL_DIALOG } from './install/install-dialog-name.ts';
import { PUSH_DIALOG } from './push/push-dialog-name.ts';
import { useOpenFromNotification } from './push/use-open-from-notification.ts';
import { FIRST_RUN_PATH } from './first-run/first-run-path.ts';
import { useForgetFormerPartners } from './online/use-forget-former-partners.ts';
import { JOIN_PATH } from './partner-links/join-path.ts';
import { useKeepLinkReady } from './partner-links/use-keep-link-ready.ts';
import { useSettlePushes } from './push/use-settle-pushes.ts';
import { RECENTLY_DELETED_DIALOG } from './recently-deleted/recently-deleted-dialog-name.ts';
import { TrainingLogScreen } from './screens/training-log/training-log-screen.tsx';
import { FIELD_PATH } from './field/field-path.ts';
import { NOT_AUTHORIZED_PATH } from './sign-in/not-authorized-path.ts';
import { useUser } from './sign-in/sign-in-context.tsx';
import { Screen } from './shell/screen.tsx';
import { SCREEN_TITLES } from './shell/screen-titles.ts';
import { Shell } from './shell/shell.tsx';
import { EarlierAccount } from './sign-out/earlier-account.tsx';
import { SIGN_OUT_DIALOG } from './sign-out/sign-out-dialog-name.ts';
import { STORAGE_DIALOG } from './storage/storage-dialog-name.ts';
import { OpenQueueProvider } from './sync-tray/open-queue.tsx';
import { SyncTray } from './sync-tray/sync-tray.tsx';
import { afterFirstCards } from './sync/first-cards.ts';
import { SyncProvider } from './sync/sync-provider.tsx';
import { syncTotalStatus } from './sync/sync-total-status.ts';
import { useFollowProfile } from './sync/use-follow-profile.ts';
import { useRecoverSaves } from './sync/use-recover-saves.ts';
import { useSyncTotal } from './sync/use-sync-total.ts';

const MyDogsScreen = lazyWithPreload(async () => (await import('./screens/my-dogs/my-dogs-screen.tsx')).MyDogsScreen);
const CuesScreen = lazyWithPreload(async () => (await import('./screens/cues/cues-screen.tsx')).CuesScreen);
const ProgramsScreen = lazyWithPreload(async () => (await import('./screens/programs/programs-screen.tsx')).ProgramsScreen);
const ProgramScreen = lazyWithPreload(async () => (await import('./screens/programs/program-screen.tsx')).ProgramScreen);
const PartnersScreen = lazyWithPreload(async () => (await import('./screens/partners/partners-screen.tsx')).PartnersScreen);
const AdminScreen = lazyWithPreload(async () => (await import('./screens/admin/admin-screen.tsx')).AdminScreen);
const ReportsScreen = lazyWithPreload(async () => (await import('./screens/reports/reports-screen.tsx')).ReportsScreen);
const ServerScreen = lazyWithPreload(async () => (await import('./screens/server/server-screen.tsx')).ServerScreen);
const CommunityScreen = lazyWithPreload(async () => (await import('./screens/community/community-screen.tsx')).CommunityScreen);
const ProfileScreen = lazyWithPreload(async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen);
const JoinScreen = lazyWithPreload(async () => (await import('./screens/join/join-screen.tsx')).JoinScreen);
const EditProfileScreen = lazyWithPreload(async () => (await import('./screens/edit-profile/edit-profile-screen.tsx')).EditProfileScreen);
const YourDataScreen = lazyWithPreload(async () => (await import('./screens/your-data/your-data-screen.tsx')).YourDataScreen);
const DeviceScreen = lazyWithPreload(async () => (await import('./screens/device/device-screen.tsx')).DeviceScreen);
const FirstRunScreen = lazyWithPreload(async () => (await import('./screens/first-run/first-run-screen.tsx')).FirstRunScreen);
const FieldScreen = lazyWithPreload(async () => (await import('./screens/field/field-screen.tsx')).FieldScreen);
const VideoScreen = lazyWithPreload(async () => (await import('./screens/video/video-screen.tsx')).VideoScreen);
const RecentlyDeletedDialog = lazyWithPreload(
  async () => (await import('./recently-deleted/recently-deleted-dialog.tsx')).RecentlyDeletedDialog,
);
const SignOutDialog = lazyWithPreload(async () => (await import('./sign-out/sign-out-dialog.tsx')).SignOutDialog);
const PushDialog = lazyWithPreload(async () => (await import('./push/push-dialog.tsx')).PushDialog);
const StorageDialog = lazyWithPreload(async () => (await import('./storage/storage-dialog.tsx')).StorageDialog);
const InstallDialog = lazyWithPreload(async () => (await import('./install/install-dialog.tsx')).InstallDialog);
const NotAuthorized = lazyWithPreload(async () => (await import('./screens/not-authorized/not-authorized.tsx')).NotAuthorized);
const NotFound = lazyWithPreload(async () => (await import('./screens/not-found/not-found.tsx')).NotFound);

/**
 * Screens by the first segment of their path: the screen that the app opens with downloads while the store opens. Screens
 * that people reach only from the account menu are left out.
 */
const OPENED_WITH: Record<string, { preload: () => Promise<unknown> } | undefined> = {
  'my-dogs': MyDogsScreen,
  cues: CuesScreen,
  programs: ProgramsScreen,
  friends: PartnersScreen,
  join: JoinScreen,
  community: CommunityScreen,
  profile: ProfileScreen,
  video: VideoScreen,
  field: FieldScreen,
};

/** The signed-in app: the routes of R24 inside the shell. */
export function App() {
  useState(() => {
    const [, place = ''] = location.pathname.split('/');
    // If the download fails, the screen shows the error when it renders.
    OPENED_WITH[place]?.preload().catch(() => undefined);
  });
  useLayoutEffect(watchVisibleWindow, []);
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
    // The key gives another person another store, engine and screens: nothing of the previous person stays on the page.
    <SyncProvider key={id} userId={id}>
      <FollowProfile />
      <AskAge>
        <OpenQueueProvider>
          <Screens />
        </OpenQueueProvider>
      </AskAge>
      <EarlierAccount />
    </SyncProvider>
  );
}

function FollowProfile() {
  useFollowProfile();
  return null;
}

function Screens() {
  const { pathname } = useLocation();
  const total = useSyncTotal();
  const restoring = useDialogRoute(RECENTLY_DELETED_DIALOG, []);
  const notifying = useDialogRoute(PUSH_DIALOG, []);
  const signingOut = useDialogRoute(SIGN_OUT_DIALOG, []);
  const storage = useDialogRoute(STORAGE_DIALOG, []);
  const installing = useDialogRoute(INSTALL_DIALOG, []);
  const uploads = Boolean(total?.uploading);
  useWakeLock(uploads);
  useBusyWhile(uploads, 'an upload');
  useTitlePrefix(total?.uploading ? percent(total.uploading.percent / 100) : null);
  useUploadFailures();
  useMissingPosters();
  useRecoverSaves();
  useRecoveredFilm();
  useSettlePushes();
  useForgetFormerPartners();
  useKeepLinkReady();
  useOpenFromNotification();
  useEffect(() => afterFirstCards(linkManifest), []);
  if (pathname === FIRST_RUN_PATH) {
    return (
      <ErrorBoundary>
        <Suspense fallback={null}>
          <FirstRunScreen />
        </Suspense>
      </ErrorBoundary>
    );
  }
  if (pathname === FIELD_PATH) {
    return (
      <ErrorBoundary>
        <Suspense fallback={null}>
          <FieldScreen />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return (
    <Shell syncTotal={total ? syncTotalStatus(total) : null}>
      <Places />
      <SyncTray />
      <Suspense fallback={null}>
        {restoring.isOpen && (
          <DialogBoundary onClose={restoring.close}>
            <RecentlyDeletedDialog />
          </DialogBoundary>
        )}
        {notifying.isOpen && (
          <DialogBoundary onClose={notifying.close}>
            <PushDialog />
          </DialogBoundary>
        )}
        {storage.isOpen && (
          <DialogBoundary onClose={storage.close}>
            <StorageDialog onClose={storage.close} />
          </DialogBoundary>
        )}
        {installing.isOpen && (
          <DialogBoundary onClose={installing.close}>
            <InstallDialog onClose={installing.close} />
          </DialogBoundary>
        )}
        {signingOut.isOpen && (
          <DialogBoundary onClose={signingOut.close}>
            <SignOutDialog />
          </DialogBoundary>
        )}
      </Suspense>
    </Shell>
  );
}

/** Memoised: a status change in the header must not re-render the screen below. */
const Places = memo(() => (
  <Routes>
    <Route
      path="/"
      element={
        <Screen key="log" title={SCREEN_TITLES.log} tellsFirstCards>
          <TrainingLogScreen />
        </Screen>
      }
    />
    <Route
      path="/my-dogs"
      element={
        <Screen key="dogs" title={SCREEN_TITLES.dogs}>
          <MyDogsScreen />
        </Screen>
      }
    />
    <Route
      path="/cues"
      element={
        <Screen key="cues" title={SCREEN_TITLES.cues}>
          <CuesScreen />
        </Screen>
      }
    />
    <Route
      path="/programs"
      element={
        <Screen key="programs" title={SCREEN_TITLES.programs}>
          <ProgramsScreen />
        </Screen>
      }
    />
    <Route
      path="/programs/:programId"
      element={
        <Screen key="program" title={SCREEN_TITLES.program}>
          <ProgramScreen />
        </Screen>
      }
    />
    <Route
      path="/community"
      element={
        <Screen key="community" title={SCREEN_TITLES.community}>
          <CommunityScreen />
        </Screen>
      }
    />
    <Route
      path="/friends"
      element={
        <Screen key="partners" title={SCREEN_TITLES.partners}>
          <PartnersScreen />
        </Screen>
      }
    />
    <Route
      path={JOIN_PATH}
      element={
        <Screen key="join" title={SCREEN_TITLES.join}>
          <JoinScreen />
        </Screen>
      }
    />
    <Route
      path="/admin"
      element={
        <Screen key="admin" title={SCREEN_TITLES.admin}>
          <AdminScreen />
        </Screen>
      }
    />
    <Route
      path="/admin/reports"
      element={
        <Screen key="reports" title={SCREEN_TITLES.reports}>
          <ReportsScreen />
        </Screen>
      }
    />
    <Route
      path="/server"
      element={
        <Screen key="server" title={SCREEN_TITLES.server}>
          <ServerScreen />
        </Screen>
      }
    />
    <Route
      path="/video/:videoId"
      element={
        <Screen key="video" title={SCREEN_TITLES.video}>
          <VideoScreen />
        </Screen>
      }
    />
    <Route
      path="/profile/edit"
      element={
        <Screen key="edit-profile" title={SCREEN_TITLES.editProfile}>
          <EditProfileScreen />
        </Screen>
      }
    />
    <Route
      path="/your-data"
      element={
        <Screen key="your-data" title={SCREEN_TITLES.yourData}>
          <YourDataScreen />
        </Screen>
      }
    />
    <Route
      path="/device"
      element={
        <Screen key="device" title={SCREEN_TITLES.device(deviceWord())}>
          <DeviceScreen />
        </Screen>
      }
    />
    <Route
      path="/profile/:userId"
      element={
        <Screen key="profile" title={SCREEN_TITLES.profile}>
          <ProfileScreen />
        </Screen>
      }
    />
    <Route
      path="*"
      element={
        <Screen key="not-found" title={SCREEN_TITLES.notFound}>
          <NotFound />
        </Screen>
      }
    />
  </Routes>
));
