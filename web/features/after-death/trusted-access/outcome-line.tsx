import { CircleCheck } from 'lucide-react';

/** Announces the result of a save. The live region exists before that, so that screen readers notice what is put into it. */
export function OutcomeLine({
  saved,
  failure,
}: {
  saved?: string | undefined;
  failure?: string | undefined;
}) {
  return (
    <>
      <p role="status" className="flex items-start gap-2 font-medium text-sage not-empty:mt-4">
        {saved && (
          <>
            <CircleCheck aria-hidden="true" className="mt-1 size-5 flex-none" strokeWidth={1.75} />
            <span className="min-w-0 wrap-anywhere">{saved}</span>
          </>
        )}
      </p>
      {failure && (
        <p role="alert" className="mt-4 font-medium wrap-anywhere text-rose">
          {failure}
        </p>
      )}
    </>
  );
}
