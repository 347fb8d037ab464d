import type { ReactNode } from 'react';
import type { InquiryPage } from '../../../../../shared/people/inquiries.ts';
import { Button } from '../../../../ui/button.tsx';

export interface Asked {
  page: InquiryPage;
  isPressing: boolean;
  /** An answer was given just now, so its page takes the focus. */
  wasPressed: boolean;
  refusal: string | undefined;
  fields: Readonly<Record<string, string>>;
  answer: (answer: NonNullable<InquiryPage['answer']>) => void;
  send: (path: string, body?: object) => void;
}

/** One of two answers, each on a card. */
export function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-1.5 rounded-card border border-line bg-card p-6.5">
      <h2 className="text-title">{title}</h2>
      <p className="text-ink-soft">{text}</p>
      <div className="mt-4">{children}</div>
    </div>
  );
}

export function Refusal({ refusal, fields }: Pick<Asked, 'refusal' | 'fields'>) {
  return (
    <p role="alert" className="font-medium text-rose empty:hidden">
      {Object.keys(fields).length === 0 && refusal}
    </p>
  );
}

/** For somebody who reads what is meant for another person. */
export function NotForMe({ page, isPressing, answer }: Asked) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 border-t border-line pt-5 text-ink-soft">
      Are you not {page.firstName}?
      <Button variant="text" isDisabled={isPressing} onPress={() => answer('not-me')}>
        This is not for me
      </Button>
    </p>
  );
}
