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
