import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { SiteName } from '../../../ui/site-name.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';

interface AuthScreenProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A narrow page for one task before signing in: a title, a sentence, and the one thing to do. */
export function AuthScreen({ title, lead, children }: AuthScreenProps) {
  return (
    <div className="mx-auto w-full max-w-152 px-4.5 pb-20 md:px-6">
      <title>{`${title} · Long After`}</title>
      <AuthHeader />
      <main id="main" tabIndex={-1} className="pt-6 outline-none md:pt-12">
        <h1 className="text-display">{title}</h1>
        {lead && <p className="mt-1.5 max-w-measure text-lead text-ink-soft">{lead}</p>}
        <Card className="mt-7 md:p-8">{children}</Card>
        <p className="mt-6 text-small text-ink-soft">
          If you need help, write to <SupportLink />.
        </p>
      </main>
    </div>
  );
}

export function AuthHeader() {
  return (
    <header className="pt-[calc(1rem+env(safe-area-inset-top))] pb-3">
      <SiteName href="/" />
    </header>
  );
}

interface OutcomeProps {
  children: ReactNode;
  /** Links or buttons for the next step. */
  next: ReactNode;
}

/** The result of a form, announced to screen readers when it replaces the form. */
export function Outcome({ children, next }: OutcomeProps) {
  return (
    <div className="grid gap-6">
      <div role="status" className="grid gap-3">
        {children}
      </div>
      <div className="flex flex-wrap gap-3">{next}</div>
    </div>
  );
}
