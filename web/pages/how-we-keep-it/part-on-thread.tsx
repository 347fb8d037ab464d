import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { Thread } from '../../ui/thread.tsx';
import type { Part } from './part.tsx';

interface PartOnThreadProps {
  part: Part;
  figure: ReactNode;
  isLast: boolean;
}

/** One part of the page; its figure, if there is one, is beside its title. */
export function PartOnThread({ part, figure, isLast }: PartOnThreadProps) {
  const { id, title, own, isLoose, body } = part;
  return (
    <li
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-2 grid-cols-[1rem_minmax(0,1fr)] gap-x-4.5 pt-15 md:gap-x-8 md:pt-19 lg:grid-cols-[1rem_17rem_minmax(0,1fr)] print:grid-cols-1 print:break-inside-auto! print:pt-10"
    >
      <div aria-hidden="true" className="relative row-span-2 print:hidden lg:row-span-1">
        {!isLast && (
          <Thread
            path="M8 0 C 13 30, 3 66, 8 100"
            viewBox="0 0 16 100"
            isStretched
            isDotted={isLoose}
            drawn="none"
            className="absolute top-4.5 left-0 h-[calc(100%+3.75rem)] w-4 md:h-[calc(100%+4.75rem)]"
          />
        )}
        <span
          className={`absolute top-3 left-[0.09375rem] size-3.25 rounded-full border-[1.5px] border-thread ${isLast ? 'bg-thread' : 'bg-paper'}`}
        />
      </div>
      <div>
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        <div className="mt-4 hidden max-w-58 border-t border-line pt-4 text-small empty:hidden in-data-signed-in:not-empty:block lg:mt-5">
          {figure}
          {own && (
            <Link href={own.href} className="inline-flex min-h-11 items-center">
              {own.label}
            </Link>
          )}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-4.5 max-lg:mt-5">{body}</div>
    </li>
  );
}
