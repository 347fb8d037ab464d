import { useEffect, useRef } from 'react';

/**
 * For what stands in a place again after a form or a step was there. The button that ended it is gone with it, and the
 * focus would be nowhere: it goes to the element of this ref, which takes `tabIndex={-1}`.
 */
export function useFocusOnReturn(isHome: boolean) {
  const home = useRef<HTMLDivElement>(null);
  const wasHome = useRef(true);
  useEffect(() => {
    if (isHome && !wasHome.current) home.current?.focus();
    wasHome.current = isHome;
  }, [isHome]);
  return home;
}
