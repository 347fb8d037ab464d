import type { ReactNode } from 'react';
import type { GiftId } from '../../../../shared/store/gifts.ts';

const drawings: Readonly<Record<GiftId, ReactNode>> = {
  standard_frame: (
    <>
      <rect x="12" y="17" width="40" height="28" rx="2" />
      <rect x="16" y="21" width="32" height="20" rx="1" />
      <path d="M16 36c5-5 9-5 13-1s8 5 19-3" className="stroke-thread" />
      <circle cx="40" cy="27" r="2.5" className="stroke-thread" />
      <path d="M26 45l-3 6M38 45l3 6" />
    </>
  ),
  premium_frame: (
    <>
      <rect x="7" y="12" width="50" height="34" rx="2" />
      <rect x="11" y="16" width="42" height="26" rx="1" />
      <path d="M11 36c7-7 12-7 18-2s11 6 24-4" className="stroke-thread" />
      <circle cx="43" cy="23.5" r="3" className="stroke-thread" />
      <path d="M29 24.5v9l7-4.5z" />
      <path d="M22 46v6M42 46v6M17 52h30" />
    </>
  ),
  flowers: (
    <>
      <path d="M32 54c0-9 0-15-1-22M31 44c-5-1-9-4-10-9M33 47c5-1 8-4 9-9" />
      <path
        d="M31 32c-5 0-8-3-8-8 3 0 4 1 5 2 0-3 1-5 3-7 2 2 3 4 3 7 1-1 2-2 5-2 0 5-3 8-8 8z"
        className="stroke-thread"
      />
      <path d="M21 35c-4 0-7-2-7-6 2 0 3 1 4 2 0-3 1-4 2-5 2 1 3 3 3 5" />
      <path d="M42 38c4 0 7-2 7-6-2 0-3 1-4 2 0-3-1-4-2-5-1 1-2 2-2 4" />
    </>
  ),
  bands: (
    <>
      <path d="M40 10L26 36" />
      <path d="M24 33c-6-2-12 1-14 7s1 11 6 13 9-1 10-4 4-3 6-5 2-9-3-11c-2-1-3-1-5 0z" />
      <circle cx="22" cy="42" r="3.5" className="stroke-thread" />
      <path d="M39 8l6 3" />
      <path d="M47 42V26l8-3v14" className="stroke-thread" />
      <circle cx="44.5" cy="42" r="2.5" className="stroke-thread" />
      <circle cx="52.5" cy="37" r="2.5" className="stroke-thread" />
    </>
  ),
  balloons: (
    <>
      <path d="M25 34c-6-2-9-8-9-13a9 9 0 0 1 18 0c0 5-3 11-9 13z" />
      <path d="M42 40c-5-2-7-6-7-11a7.5 7.5 0 0 1 15 0c0 5-3 9-8 11z" className="stroke-thread" />
      <path d="M25 34c2 6 6 10 7 20M42 40c-2 5-8 7-10 14" />
      <path d="M21 18c1-2 2-3 4-3" />
    </>
  ),
  yard_signs: (
    <>
      <path d="M12 16h40v22H12z" />
      <path d="M22 38v16M42 38v16" />
      <path
        d="M32 33c-5-3-7-5-7-8 0-2 2-4 4-4 1 0 2 1 3 2 1-1 2-2 3-2 2 0 4 2 4 4 0 3-2 5-7 8z"
        className="stroke-thread"
      />
      <path d="M9 54c4-2 8-2 13 0 6-2 14-2 20 0 5-2 9-2 13 0" />
    </>
  ),
};

/** A decorative line drawing; the gift's name must be shown beside it. */
export function GiftDrawing({ id, className }: { id: GiftId; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 64"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`stroke-gold ${className}`}
    >
      {drawings[id]}
    </svg>
  );
}
