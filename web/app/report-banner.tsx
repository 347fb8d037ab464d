import { HeartHandshake } from 'lucide-react';
import { useLocation } from 'wouter';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { MistakenReportBanner } from '../features/after-death/death-cases/death-reports/mistaken-report-banner.tsx';
import { useAttention } from '../features/home/dashboard/queries.ts';
import { Link } from '../ui/link.tsx';

/** At the top of every page of an owner who was reported dead. The dashboard shows it itself, with everything else that needs attention. */
export function ReportBanner() {
  const [path] = useLocation();
  const { erasedAfter } = useSessionUser();
  const { data } = useAttention();
  if (path === '/' && !erasedAfter) return null;
  const open = data?.items.find(({ reason }) => reason === 'report_open');
  return open ? <OpenReport href={open.href} /> : <MistakenReportBanner />;
}

function OpenReport({ href }: { href: string }) {
  return (
    <aside aria-label="A report that you have died" className="bg-gold-wash text-small print:hidden">
      <p className="mx-auto flex max-w-[calc(var(--container-page)+3rem)] items-start gap-2.5 px-4.5 py-3 md:px-6">
        <HeartHandshake aria-hidden="true" className="mt-0.5 size-5 flex-none text-gold" strokeWidth={1.5} />
        <span className="max-w-[84ch]">
          Somebody told us that you have died. Nothing has been given to anybody. If it is a mistake, one
          press in the email that we sent you ends it, and so does signing in again.{' '}
          <Link href={href}>What would follow</Link>
        </span>
      </p>
    </aside>
  );
}
