import { useEffect, useRef } from 'react';
import { goToFault } from '../lib/faults.ts';
import { AlertIcon } from './plain-icons.tsx';

export interface FormError {
  field: string;
  message: string;
}

export interface FormErrorSummaryProps {
  title?: string | undefined;
  errors: readonly FormError[];
  /** Focuses the field, for instance with react-hook-form's setFocus. */
  onSelect: (field: string) => void;
  /** Number of submits so far: the summary takes the focus after each. */
  attempt: number;
}

export function FormErrorSummary({
  title = 'Please check these',
  errors,
  onSelect,
  attempt,
}: FormErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null);
  const hasErrors = errors.length > 0;

  useEffect(() => {
    if (attempt > 0 && hasErrors) goToFault(summary.current);
  }, [attempt, hasErrors]);

  if (!hasErrors) return null;
  return (
    <section
      ref={summary}
      aria-label={title}
      tabIndex={-1}
      className="animate-appear rounded-choice border border-rose bg-rose-wash p-4"
    >
      <p className="flex items-center gap-2 font-semibold text-rose">
        <AlertIcon className="size-5 flex-none" strokeWidth={1.75} />
        {title}
      </p>
      <ul className="mt-1 ml-7">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <button
              type="button"
              className="min-h-11 text-left underline decoration-1 underline-offset-4 hover:decoration-2"
              onClick={() => onSelect(field)}
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
