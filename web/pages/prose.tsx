import type { ReactNode } from 'react';
import { joinClasses } from '../ui/join-classes.ts';

/** Spacing for paragraphs and lists of running text. */
export function Prose({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div
      className={joinClasses(
        'max-w-measure [&_li]:pl-1 [&_ol]:mt-3 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2 [&_ol]:pl-6 [&_p+p]:mt-3 [&_ul]:mt-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-6 [&_ul+p]:mt-3 [&_ol+p]:mt-3',
        className,
      )}
    >
      {children}
    </div>
  );
}
