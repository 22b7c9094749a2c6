import { useSyncExternalStore } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { currentTheme, setTheme, subscribeTheme } from './theme.ts';

export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={other === 'dark' ? 'Dark theme' : 'Light theme'}
      onClick={() => setTheme(other)}
    />
  );
}
