import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';

export function SheetSection() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-measure text-ink-soft">
        One page to print: whom to tell, where to report your death, and a code with which you can stop a
        report that is a mistake, without your password or your mailbox.
      </p>
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

const sheetPath = '/settings/sheet';
