import { type ReactNode, useId } from 'react';
import { FieldError } from '../../../ui/field.tsx';

interface StepProps {
  number: number;
  title: string;
  error?: string | undefined;
  children: (headingId: string) => ReactNode;
}

export function Step({ number, title, error, children }: StepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 p-4.5 md:p-7">
      <h2
        id={id}
        tabIndex={-1}
        data-fault={error ? '' : undefined}
        className="mb-4 flex items-baseline gap-3 text-title outline-none"
      >
        <span aria-hidden="true" className="font-serif text-base text-gold lining-nums">
          {number}
        </span>
        {title}
      </h2>
      {children(id)}
      {error && (
        <div role="alert" className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </section>
  );
}
