import { useCallback, useSyncExternalStore } from 'react';

/** From this width on the page has its top bar; below it, the bar of icons at the bottom. */
export const desktopQuery = '(min-width: 768px)';

/** True while the media query matches; false where there is no window, as in prerendering. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

export function useIsDesktop(): boolean {
  return useMediaQuery(desktopQuery);
}
