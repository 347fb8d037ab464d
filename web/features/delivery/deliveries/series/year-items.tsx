import type { ReactNode } from 'react';
import type { DayOfYear } from '../../../../../shared/delivery/series-days.ts';
import type { MemoryType } from '../../../../../shared/memory-types.ts';
import { formatDayAndMonth } from '../../../../lib/dates.ts';
import { Button } from '../../../../ui/button.tsx';

/** A year on the line, as it is shown. */
export interface YearItem {
  year: number;
  /** 'usual' also if every year has its own. */
  kind: 'usual' | 'own' | 'empty';
  /** 'Maya turns 26', '28 February'. */
  notes: readonly string[];
  /** Null for an empty year. */
  memory: { title: string; type: MemoryType; kind: string; href: string | undefined } | null;
  /** What an empty year says, such as 'Nothing yet'. */
  emptyText: string;
  /** What became of it, or what holds it up. */
  mark?: ReactNode;
  actions: ReactNode;
}

/** The page on which something is written for a person. */
export function writePath(recipientId: string): string {
  return `/upload?type=letter&for=${recipientId}`;
}

/** What the year means for the person, and the day if it differs between years. */
export function yearNotes({ note, date }: { note: string | null; date: string }, day: DayOfYear): string[] {
  const isMoved = !date.endsWith(`-${String(day.day).padStart(2, '0')}`);
  const isLeapDay = day.month === 2 && day.day === 29;
  const moved = isLeapDay || isMoved ? [formatDayAndMonth(date)] : [];
  return [...(note ? [note] : []), ...moved];
}

interface YearActionsProps {
  year: number;
  isEmpty: boolean;
  onWrite: () => void;
  onAsk: () => void;
}

export function YearActions({ year, isEmpty, onWrite, onAsk }: YearActionsProps) {
  if (!isEmpty) {
    return (
      <Button variant="text" size="small" onPress={onAsk}>
        Change<Which> {year}</Which>
      </Button>
    );
  }
  return (
    <>
      <Button variant="text" size="small" onPress={onWrite}>
        Write one<Which> for {year}</Which>
      </Button>
      <Button variant="text" size="small" onPress={onAsk}>
        Choose one<Which> for {year}</Which>
      </Button>
    </>
  );
}

function Which({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
