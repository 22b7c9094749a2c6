import { IconButton } from '../components/icon-button.tsx';
import { PLAYER_TEXTS } from './texts.ts';

/** Shows the player in full screen. Only for desktops: on phones the player fills the screen anyway. */
export function FullScreenButton() {
  if (!document.fullscreenEnabled) return null;
  return (
    <IconButton
      icon="expand"
      label={PLAYER_TEXTS.fullScreen}
      className="film-full max-md:hidden"
      onClick={({ currentTarget }) => {
        // The browser may refuse; everything else still works.
        const change = document.fullscreenElement ? document.exitFullscreen() : currentTarget.closest('.film-view')?.requestFullscreen();
        change?.catch(() => undefined);
      }}
    />
  );
}
