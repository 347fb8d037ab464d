import { CircleAlert } from 'lucide-react';

interface FieldErrorProps {
  /** For the control's `aria-describedby`; left out where the error belongs to no single control. */
  id?: string | undefined;
  children: string | undefined;
}

export function FieldError({ id, children }: FieldErrorProps) {
  if (!children) return null;
  return (
    <p id={id} className="flex animate-appear items-start gap-1.5 text-small font-medium text-rose">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 flex-none" strokeWidth={1.75} />
      {children}
    </p>
  );
}
