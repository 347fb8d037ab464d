import { reportPath } from '../../shared/report-link.ts';
import { Link } from '../ui/link.tsx';
import { SupportLink } from '../ui/support-link.tsx';
import { Column } from './column.tsx';

const links = [
  { href: '/faq', label: 'Questions' },
  { href: '/terms-of-service', label: 'Terms' },
  { href: '/privacy-policy', label: 'Privacy' },
  { href: reportPath, label: 'Report a death' },
];

export function PublicFooter() {
  return (
    <footer data-print="hidden" className="pb-[calc(2.5rem+env(safe-area-inset-bottom))]">
      <Column>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-7 text-small text-ink-soft">
          <span className="font-serif text-lead text-ink">Long After</span>
          <p>
            Help: <SupportLink />
          </p>
          <nav aria-label="About" className="flex flex-wrap gap-x-6">
            {links.map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                variant="plain"
                className="inline-flex min-h-11 items-center hover:text-ink hover:underline hover:underline-offset-4"
              >
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </Column>
    </footer>
  );
}
