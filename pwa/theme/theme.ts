export type Theme = 'light' | 'dark';

/** localStorage key (R31). The script in index.html reads it before the first paint. */
export const THEME_KEY = 'theme';

const BAR_COLOUR: Record<Theme, string> = { light: '#ffffff', dark: '#161e1a' };

const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Applies a theme at once and stores the choice. */
export function setTheme(theme: Theme): void {
  apply(theme);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be full or forbidden; the choice then lasts until the page closes.
  }
  for (const listener of listeners) listener();
}

/** Notifies of changes in this tab and others. */
export function subscribeTheme(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return;
    apply(event.newValue === 'dark' ? 'dark' : 'light');
    listener();
  };
  addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', follow);
  };
}

/** Background colour of films (tokens.css). */
const FILM_COLOUR = '#0e1411';

/** Extends the background of a film into a phone's status bar, in the light theme too. @returns restores the bar */
export function darkenBar(): () => void {
  if (!matchMedia('(width < 48rem)').matches) return () => {};
  colourBar(FILM_COLOUR);
  return () => colourBar(BAR_COLOUR[currentTheme()]);
}

function colourBar(colour: string): void {
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour);
}

function apply(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset['theme'] = 'dark';
  else delete document.documentElement.dataset['theme'];
  colourBar(BAR_COLOUR[theme]);
}
