/** The reader's choice of light or dark, kept in a cookie so that the first paint is right. */
export const THEME_COOKIE = 'holdfast-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

/** Anything unknown means "as the system". */
export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}

/** Applies a choice at once and keeps it for a year. Browser only. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`;
}

/** The choice in force, read from the page. Browser only. */
export function currentTheme(): Theme {
  return parseTheme(document.documentElement.dataset['theme']);
}
