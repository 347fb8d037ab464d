import { Plus } from 'lucide-react';
import { ButtonLink } from '../ui/button-link.tsx';
import { Link } from '../ui/link.tsx';
import { SupportLink } from '../ui/support-link.tsx';
import type { FaqSection } from './faq/faq-section.ts';
import { general } from './faq/general.tsx';
import { legacy } from './faq/legacy.tsx';
import { plansAndPricing } from './faq/plans.tsx';
import { process } from './faq/process.tsx';
import { security } from './faq/security.tsx';
import { subscriptions } from './faq/subscriptions.tsx';
import { BackLink, Column, Prose, SectionLinks } from './page-parts.tsx';
import { PublicPage } from './public-page.tsx';

const sections: readonly FaqSection[] = [general, process, security, legacy, plansAndPricing, subscriptions];

export function FaqPage() {
  return (
    <PublicPage path="/faq">
      <Column as="main" id="main" tabIndex={-1} className="pb-20 outline-none md:pb-28">
        <BackLink href="/">Back to Home</BackLink>
        <h1 className="mt-3 text-display md:mt-6">Questions and answers</h1>
        <p className="mt-2 max-w-measure text-lead text-ink-soft">
          How we keep and deliver what you leave, in plain words. What happens to it, step by step, is on{' '}
          <Link href="/how-we-keep-it">How we keep it</Link>. If your question is not here, write to{' '}
          <SupportLink />.
        </p>
        <div className="mt-8 grid gap-x-16 gap-y-10 md:mt-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <SectionLinks label="Sections" sections={sections} />
          <div className="grid max-w-letter gap-14 md:gap-18">
            {sections.map((section) => (
              <Questions key={section.id} section={section} />
            ))}
            <Start />
          </div>
        </div>
      </Column>
    </PublicPage>
  );
}

function Start() {
  return (
    <section
      data-print="hidden"
      className="rounded-card in-data-signed-in:hidden bg-pine-wash px-5 py-8 md:px-8"
    >
      <h2 className="text-heading">Ready to write?</h2>
      <p className="mt-2 mb-5">One letter to one person is enough. It is free to begin.</p>
      <ButtonLink href="/auth?mode=signup">Get Started</ButtonLink>
    </section>
  );
}

/** One section of questions; pressing a question opens its answer. */
export function Questions({ section }: { section: FaqSection }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`} className="text-heading">
        {section.title}
      </h2>
      <div className="mt-4 border-t border-line">
        {section.questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3.5 hover:text-pine [&::-webkit-details-marker]:hidden">
              <h3 className="font-sans text-base font-medium tracking-normal">{question}</h3>
              <Plus
                aria-hidden="true"
                strokeWidth={1.5}
                className="size-5.5 flex-none text-gold transition-transform group-open:rotate-45 print:hidden"
              />
            </summary>
            <Prose className="pr-4 pb-6 text-ink-soft md:pr-10">{answer}</Prose>
          </details>
        ))}
      </div>
    </section>
  );
}
