import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

/** A grey placeholder; its class gives it the size of the real content. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div aria-hidden="true" className={joinClasses('animate-breathe rounded-control bg-line', className)} />
  );
}

export interface SkeletonAreaProps {
  /** Announced once by screen readers, for instance "Loading your memories". */
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Wraps the skeletons of one area and announces what is loading. */
export function SkeletonArea({ label, children, className }: SkeletonAreaProps) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
