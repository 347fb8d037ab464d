import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';

type Navigate = (href: string) => void;

const NavigateContext = createContext<Navigate | null>(null);

/** Gives links client-side navigation; without it they reload the page like any anchor. */
export function RouterProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  return <NavigateContext value={navigate}>{children}</NavigateContext>;
}

function isPlainPress(event: MouseEvent<HTMLAnchorElement>): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}

function isOurs(anchor: HTMLAnchorElement): boolean {
  const opensElsewhere = anchor.target !== '' && anchor.target !== '_self';
  return anchor.origin === window.location.origin && !opensElsewhere && !anchor.hasAttribute('download');
}

/** A click handler for anchors: plain clicks on internal links navigate without a reload. */
export function useLinkPress(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useContext(NavigateContext);
  return (event) => {
    const anchor = event.currentTarget;
    if (!navigate || !isPlainPress(event) || !isOurs(anchor)) return;
    const isSamePage =
      anchor.pathname === window.location.pathname && anchor.search === window.location.search;
    if (anchor.hash && isSamePage) return;
    event.preventDefault();
    navigate(anchor.pathname + anchor.search + anchor.hash);
  };
}
