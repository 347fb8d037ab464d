import { useEffect, useRef } from 'react';

/**
 * Restores the focus when content returns after a form or step that replaced it, whose focused button is gone. The
 * focus goes to the element of this ref, which needs `tabIndex={-1}`.
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

/** For how many frames a dialog may take to close, and a list to leave out what was deleted. */
const mostFrames = 90;

/**
 * Remembers the item of the list in which the focus is. What it returns is called once that item is deleted: where the focus
 * went with it, it moves on to the next item, or to the page, instead of back to the top.
 */
export function rememberFocus(): () => void {
  const item = document.activeElement?.closest('li');
  const list = item?.parentElement;
  const index = item && list ? [...list.children].indexOf(item) : -1;

  function moveOn(framesLeft: number): void {
    if (framesLeft === 0) return;
    if (document.activeElement !== document.body) {
      requestAnimationFrame(() => moveOn(framesLeft - 1));
      return;
    }
    const next = list?.isConnected ? (list.children[index] ?? list.lastElementChild) : null;
    const target = next?.querySelector<HTMLElement>('a:not([tabindex="-1"]), button');
    (target ?? document.getElementById('main'))?.focus();
  }

  return () => moveOn(mostFrames);
}
