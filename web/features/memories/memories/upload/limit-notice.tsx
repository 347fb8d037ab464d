import { CircleAlert } from 'lucide-react';

/** Shown before anything is written or chosen, so that nobody finds out only at the end. */
export function LimitNotice({ limit }: { limit: { title: string; message: string } | null }) {
  if (!limit) return null;
  return (
    <div
      role="status"
      className="mb-5 flex items-start gap-3 rounded-choice border border-rose bg-rose-wash p-4"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5.5 flex-none text-rose" strokeWidth={1.5} />
      <div>
        <p className="font-semibold text-rose">{limit.title}</p>
        <p>{limit.message}</p>
      </div>
    </div>
  );
}
