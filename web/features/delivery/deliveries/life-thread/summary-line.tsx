import type { Summary } from './waiting.ts';

/** 'Three things, the next on 4 May 2031.' */
export function SummaryLine({ text, day }: Summary) {
  return (
    <>
      {text}
      {day && <span className="text-ink">{day}</span>}.
    </>
  );
}
