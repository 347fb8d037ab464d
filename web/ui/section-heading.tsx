import type { ReactNode } from 'react';

export interface SectionHeadingProps {
  children: ReactNode;
  level?: 2 | 3 | undefined;
  id: string;
  action?: ReactNode;
}

export function SectionHeading({ children, level = 2, id, action }: SectionHeadingProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-3">
      <Heading id={id} className={level === 2 ? 'text-heading' : 'text-title'}>
        {children}
      </Heading>
      {action}
    </div>
  );
}
