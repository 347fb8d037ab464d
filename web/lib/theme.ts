export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'theme';

/** 'system' when no theme was chosen or storage is not allowed. */
export function getTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies the theme and stores it on this device. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the theme applies to this page only.
  }
}
