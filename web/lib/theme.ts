export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';

/** The person's choice; 'system' when none was made or storage is refused. */
export function getTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows the theme at once and remembers it on this device. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // The choice then lasts for this page only.
  }
}
