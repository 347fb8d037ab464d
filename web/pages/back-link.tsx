import { ArrowLeft } from 'lucide-react';
import { ButtonLink } from '../ui/button-link.tsx';

export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink
      href={href}
      variant="text"
      data-print="hidden"
      className="-ml-1"
      icon={<ArrowLeft aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
    >
      {children}
    </ButtonLink>
  );
}
