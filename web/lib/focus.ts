import { useEffect, useRef } from 'react';

/**
 * Restores the focus when content returns after a form or step that replaced it, because the button that had
 * the focus is gone. The focus goes to the element with this ref, which needs `tabIndex={-1}`.
 */
export function useFocusOnReturn<Element extends HTMLElement = HTMLDivElement>(isHome: boolean) {
  const home = useRef<Element>(null);
  const wasHome = useRef(true);
  useEffect(() => {
    if (isHome && !wasHome.current) home.current?.focus();
    wasHome.current = isHome;
  }, [isHome]);
  return home;
}

/**
 * Catches the focus when the button that had it is replaced or disabled: once `state` has changed, the element with
 * this ref takes a focus that was lost. It needs `tabIndex={-1}`.
 */
export function useFocusCatch<Element extends HTMLElement = HTMLDivElement>(state: unknown) {
  const home = useRef<Element>(null);
  const before = useRef(state);
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body || active?.matches(':disabled');
    if (state !== before.current && isLost) home.current?.focus();
    before.current = state;
  }, [state]);
  return home;
}
