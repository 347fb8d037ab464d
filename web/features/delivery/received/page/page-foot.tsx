import { reportPath } from '../../../../../shared/report-link.ts';
import { Link } from '../../../../ui/link.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';

export function PageFoot() {
  return (
    <p className="mt-11 max-w-measure text-small text-ink-soft print:hidden">
      This page is yours alone, and it stays. Nothing is asked of you. If you need help, write to{' '}
      <SupportLink />. <Link href={reportPath}>To report a death</Link>
    </p>
  );
}
