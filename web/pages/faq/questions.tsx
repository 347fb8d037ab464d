import { Plus } from 'lucide-react';
import { Prose } from '../prose.tsx';
import type { FaqSection } from './faq-section.ts';

/** One section of questions; each opens its answer. */
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
