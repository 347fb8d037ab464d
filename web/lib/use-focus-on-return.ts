import { useEffect, useRef } from 'react';

/**
 * Restores the focus when content returns after a form or step that replaced it, whose focused button is gone. The
 * focus goes to the element of this ref, which needs `tabIndex={-1}`.
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
