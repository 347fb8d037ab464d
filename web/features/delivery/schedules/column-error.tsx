import { CircleAlert } from 'lucide-react';

/** What is missing, under the choice it is missing from, where that choice is no field of its own. */
export function ColumnError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="flex animate-appear items-start gap-1.5 text-small font-medium text-rose">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 flex-none" strokeWidth={1.75} />
      {children}
    </p>
  );
}
