import { Info } from 'lucide-react';

/** Shown only if nothing can be bought here, by CSS alone, so that prerendered pages can show it too. */
export function NoSalesNote({ children }: { children: string }) {
  return (
    <div className="mb-5 hidden items-start gap-3 rounded-choice border border-line bg-card px-4.5 py-4 in-data-[sales=off]:flex">
      <Info aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-pine" strokeWidth={1.5} />
      <p>{children}</p>
    </div>
  );
}
