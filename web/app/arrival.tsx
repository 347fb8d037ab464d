import { useEffect } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';

let isArriving = false;

/** The browser's location; going somewhere by a link counts as arriving there, going back does not. */
export function useArrivingLocation(): ReturnType<typeof useBrowserLocation> {
  const [path] = useBrowserLocation();
  return [path, arriveAt];
}

const arriveAt: typeof navigate = (to, options) => {
  isArriving = new URL(to, window.location.href).pathname !== window.location.pathname;
  navigate(to, options);
};

/** Stands beside a page: when it was arrived at, it is shown and read from its top, or from the section asked for. */
export function Arrival() {
  useEffect(() => {
    if (!isArriving) return;
    isArriving = false;
    const section = document.getElementById(window.location.hash.slice(1));
    if (section) section.scrollIntoView();
    else window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  return null;
}
