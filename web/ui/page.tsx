import type { ReactNode, Ref } from 'react';
import { joinClasses } from './join-classes.ts';

export interface PageProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown at the end of the title row. */
  actions?: ReactNode;
  /** 'letter' is 680 px wide, 'page' 1120 px. */
  width?: 'page' | 'letter' | undefined;
  children: ReactNode;
  ref?: Ref<HTMLElement> | undefined;
}

/** The main column of a screen: title, lead, content. */
export function Page({ title, lead, actions, width = 'page', children, ref }: PageProps) {
  const column =
    width === 'letter'
      ? 'max-w-[calc(var(--container-letter)+3rem)]'
      : 'max-w-[calc(var(--container-page)+3rem)]';
  return (
    <main
      ref={ref}
      id="main"
      tabIndex={-1}
      className={joinClasses('mx-auto w-full px-4.5 pb-20 outline-none md:px-6', column)}
    >
      <header className="flex flex-wrap items-end justify-between gap-4 pt-6 pb-7 md:pt-10 md:pb-9">
        <div className="min-w-0">
          <h1 className="text-display">{title}</h1>
          {lead && <p className="mt-1.5 max-w-measure text-lead text-ink-soft">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </main>
  );
}
