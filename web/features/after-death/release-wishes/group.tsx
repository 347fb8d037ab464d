import { type ReactNode, use } from 'react';
import { SectionLevel } from '../../accounts/profile/settings/settings.tsx';

interface GroupProps {
  title: string;
  day: string;
  lead?: string;
  children: ReactNode;
}

/** Settings that take effect at the same time, and the day on which they would. */
export function Group({ title, day, lead, children }: GroupProps) {
  const Heading = `h${use(SectionLevel)}` as const;
  return (
    <section aria-label={title} className="mb-4">
      <Heading className="text-title">{title}</Heading>
      <p className="text-small text-ink-soft lining-nums">{day}</p>
      {lead && <p className="mt-1.5 max-w-measure wrap-anywhere">{lead}</p>}
      <div className="mt-4 max-md:-ml-4">{children}</div>
    </section>
  );
}
