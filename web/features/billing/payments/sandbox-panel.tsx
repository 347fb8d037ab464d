import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';

interface EndedProps {
  title: string;
  text: string;
  next: string;
  href: string;
}

export function Ended({ title, text, next, href }: EndedProps) {
  return (
    <Panel title={title}>
      <p>{text}</p>
      <div className="mt-6">
        <Button onPress={() => window.location.assign(href)}>{next}</Button>
      </div>
    </Panel>
  );
}

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="md:p-8">
      <h1 className="mb-5 text-heading">{title}</h1>
      {children}
    </Card>
  );
}

export function Loading() {
  return (
    <Panel title="Pay Long After">
      <SkeletonArea label="Loading the payment" className="grid gap-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="mt-4 h-14 rounded-full" />
        <Skeleton className="h-12 rounded-full" />
      </SkeletonArea>
    </Panel>
  );
}

export function Failed({ message }: { message: string }) {
  return (
    <Panel title="This payment page does not open">
      <p role="alert">{message}</p>
      <div className="mt-6">
        <ButtonLink href="/">Back to Home</ButtonLink>
      </div>
    </Panel>
  );
}

export function TrialNotice() {
  return (
    <header className="flex items-start justify-center gap-3 bg-gold-wash px-4.5 pt-[calc(0.75rem+env(safe-area-inset-top))] pb-3 text-small">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-5 flex-none text-gold" strokeWidth={1.5} />
      <p className="max-w-measure">
        <strong className="font-semibold">Trial payment page.</strong> No money moves here and no card is
        asked for. It stands in until payment by card is set up.
      </p>
    </header>
  );
}
