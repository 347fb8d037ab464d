import type { ReactNode } from 'react';

export interface FaqSection {
  /** Id of the section, for links to it. */
  id: string;
  title: string;
  questions: readonly { question: string; answer: ReactNode }[];
}
