import type { ReactNode } from 'react';
import { joinClasses } from '../../ui/join-classes.ts';
import { Link } from '../../ui/link.tsx';

export type PartId = 'files' | 'readers' | 'death' | 'mistake' | 'paying' | 'closing' | 'export' | 'limits';

/** One knot on the thread of the page. */
export interface Part {
  /** Id of the part, for links to it. */
  id: PartId;
  title: string;
  /** Where a signed-in person sees this for their own account. */
  own?: { href: string; label: string };
  /** The thread from here to the next part is dotted. */
  isLoose?: boolean;
  body: ReactNode;
}

/** Running text at the width of a letter. */
export function Text({ isSoft, children }: { isSoft?: boolean; children: ReactNode }) {
  return <p className={joinClasses('max-w-[62ch]', isSoft && 'text-ink-soft')}>{children}</p>;
}

/** A link on a line of its own. */
export function LineLink({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <Link href={href} className="inline-flex min-h-11 items-center">
        {children}
      </Link>
    </p>
  );
}
