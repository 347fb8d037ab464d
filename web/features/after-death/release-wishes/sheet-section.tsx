import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';

interface SheetSectionProps {
  wishes: ReleaseWishes;
  timeZone: string;
}

export function SheetSection({ wishes, timeZone }: SheetSectionProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-measure text-ink-soft">
        One page to print: whom to tell, where to report your death, and a code with which you can stop a
        report that is a mistake, without your password or your mailbox.
      </p>
      <p>{describeCode(wishes.stoppingCode, timeZone)}</p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonLink href={sheetPath} variant="quiet" size="small">
          Open my sheet
        </ButtonLink>
        <Link href={`${sheetPath}?for=contacts`} className="inline-flex min-h-11 items-center">
          A sheet for my trusted contacts
        </Link>
      </p>
    </div>
  );
}

function describeCode(code: ReleaseWishes['stoppingCode'], timeZone: string): string {
  if (!code) return 'No code yet.';
  if (code.usedAt)
    return `Your code was used on ${formatDate(code.usedAt, timeZone)}. It works once, so please make a new sheet.`;
  return `Your code was made on ${formatDate(code.madeAt, timeZone)} and has not been used.`;
}

export const sheetPath = '/settings/sheet';
