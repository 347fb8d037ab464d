import type { ReactNode } from 'react';

export interface FaqSection {
  /** The address within the page. */
  id: string;
  title: string;
  questions: readonly { question: string; answer: ReactNode }[];
}
