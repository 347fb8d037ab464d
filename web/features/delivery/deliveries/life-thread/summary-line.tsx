import type { Summary } from './waiting.ts';

/** 'Three things, the next on 4 May 2031.' The day is never broken. */
export function SummaryLine({ text, day }: Summary) {
  return (
    <>
      {text}
      {day && <span className="whitespace-nowrap text-ink">{day}</span>}.
    </>
  );
}
