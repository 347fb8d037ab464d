import { useEffect } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';

let isArriving = false;

/** The browser's location. Following a link counts as an arrival; going back or forward does not. */
export function useArrivingLocation(): ReturnType<typeof useBrowserLocation> {
  const [path] = useBrowserLocation();
  return [path, arriveAt];
}

const arriveAt: typeof navigate = (to, options) => {
  isArriving = new URL(to, window.location.href).pathname !== window.location.pathname;
  navigate(to, options);
};

/** Rendered beside a page. On arrival, scrolls to the top or to the section in the URL, and focuses the main content. */
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
