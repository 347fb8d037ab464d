import type { Thing } from './row.tsx';

// What the page shows, independent of the shape of the server's response.

/** A link for fixing what is missing. */
export interface Mend {
  label: string;
  href: string;
}

/** One thing for one person, or for several who receive it in the same way. */
export interface Entry {
  key: string;
  who: string;
  thing: Thing;
  title: string;
  /** 'by email to maya@example.com' */
  how: string;
  /** 'by email', 'by email, 14 times' */
  way: string;
  /** Why it would not arrive; null if it would. */
  trouble: string | null;
  mend: Mend | null;
  /** What can be sent to the owner; null for what is handed over in person. */
  sendable: { scheduleId: string; recipientId: string } | null;
  /** YYYY-MM-DD, one for each year of a series; empty for what waits for a death. */
  dates: readonly string[];
}

/** A place on the thread. */
export interface Moment {
  key: string;
  kind: 'told' | 'step' | 'given' | 'quiet' | 'day' | 'guarantee';
  day: string;
  note: string | null;
  title: string | null;
  text: string | null;
  entries: readonly Entry[];
  /** What is sent together: 'Daniel gets “Rain” and “Snow” in one email.' */
  together: readonly string[];
  /** What follows is less certain: quiet days, or the end of the guarantee. */
  isLoose: boolean;
}
