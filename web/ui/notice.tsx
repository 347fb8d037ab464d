import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

export interface NoticeProps {
  title: string;
  children: ReactNode;
}

/** Reports what happened before this screen opened; announced by screen readers. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <section
      role="status"
      className="mb-7 flex items-start gap-3 rounded-choice border border-line bg-pine-wash px-4.5 py-4"
    >
      <Info aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-pine" strokeWidth={1.5} />
      <div>
        <h2 className="font-serif text-lead leading-snug font-medium">{title}</h2>
        <p>{children}</p>
      </div>
    </section>
  );
}
