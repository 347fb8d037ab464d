import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

/**
 * The next step. On phones it stays at the bottom of the screen, above the navigation; on a screen so low
 * that it would take the room of what is being written, it stays in its place on the page.
 */
export function PhoneBar({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div
      data-phone-bar
      className={joinClasses(
        'z-10 max-md:tall:sticky max-md:bottom-[calc(4.0625rem+env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  );
}
