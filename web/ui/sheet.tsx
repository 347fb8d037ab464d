import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

/** A sheet of paper to write on, 780 px wide. */
export function Sheet({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const look =
    'mx-auto w-full max-w-sheet rounded-control border border-line bg-card px-5.5 py-8 shadow-card md:min-h-140 md:px-18 md:py-14';
  return <div className={joinClasses(look, className)}>{children}</div>;
}

/** Somebody's own text to read, 680 px wide, with its line breaks. */
export function LetterText({ text }: { text: string }) {
  return <div className="print-letter max-w-letter font-serif text-letter whitespace-pre-wrap">{text}</div>;
}
