import { Link } from '../ui/link.tsx';

interface SectionLinksProps {
  label: string;
  sections: readonly { id: string; title: string }[];
}

/** Table of contents of a long page; beside it where there is room. */
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
