import { ArrowLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ButtonLink } from '../ui/button-link.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { Link } from '../ui/link.tsx';

interface ColumnProps extends ComponentProps<'div'> {
  as?: 'div' | 'header' | 'main' | 'section' | 'footer' | 'nav' | undefined;
}

/** The common width of public pages. */
export function Column({ as = 'div', className, ...attributes }: ColumnProps) {
  // All of them take the same attributes; the cast keeps the ref's type simple.
  const Element = as as 'div';
  return (
    <Element
      {...attributes}
      className={joinClasses(
        'mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 md:px-6',
        className,
      )}
    />
  );
}

export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink
      href={href}
      variant="text"
      data-print="hidden"
      icon={<ArrowLeft aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
    >
      {children}
    </ButtonLink>
  );
}

interface SectionLinksProps {
  label: string;
  sections: readonly { id: string; title: string }[];
}

/** Table of contents of a long page; beside the text if there is room. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  return (
    <nav
      aria-label={label}
      data-print="hidden"
      className="lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto"
    >
      <ul className="grid gap-x-8 sm:max-lg:grid-cols-2 lg:border-l lg:border-line lg:pl-5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={`#${id}`}
              variant="plain"
              className="inline-flex min-h-11 items-center text-[1.0625rem] leading-snug text-ink-soft underline decoration-line-strong decoration-1 underline-offset-4 hover:text-pine lg:no-underline lg:hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Spacing for paragraphs and lists of running text. */
export function Prose({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div
      className={joinClasses(
        'max-w-measure [&_li]:pl-1 [&_ol]:mt-3 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2 [&_ol]:pl-6 [&_p+p]:mt-3 [&_ul]:mt-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-6 [&_ul+p]:mt-3 [&_ol+p]:mt-3',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** What happens to the things people have received, in the same words in the FAQ, the terms and the privacy policy. */
export const givenRule =
  'What a recipient has been sent stays as it was sent, also when you edit it later. When you delete a memory or your account you choose whether people who have already received it keep it (the default) or it is taken back; nothing that is still to be delivered will be.';
