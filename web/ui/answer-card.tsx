import type { ReactNode } from 'react';

/** One of two answers to the question of a link's page, with its button. */
export function AnswerCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-1.5 rounded-card border border-line bg-card p-6.5">
      <h2 className="text-title">{title}</h2>
      <p className="text-ink-soft">{text}</p>
      <div className="mt-4">{children}</div>
    </div>
  );
}
