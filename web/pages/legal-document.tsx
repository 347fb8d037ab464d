import type { ReactNode } from 'react';
import type { PublicPath } from '../../shared/pages.ts';
import { BackLink, Column, Prose, SectionLinks } from './page-parts.tsx';
import { PublicPage } from './public-page.tsx';

export interface LegalSection {
  /** Id of the section, for links to it. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalDocumentProps {
  path: PublicPath;
  title: string;
  lead: string;
  /** Date as shown. Change it together with the text. */
  inForceSince: string;
  sections: readonly LegalSection[];
}

export function LegalDocument({ path, title, lead, inForceSince, sections }: LegalDocumentProps) {
  return (
    <PublicPage path={path}>
      <Column as="main" id="main" tabIndex={-1} className="pb-16 outline-none md:pb-24">
        <BackLink href="/auth">Back to Sign Up</BackLink>
        <h1 className="mt-3 text-display md:mt-6">{title}</h1>
        <p className="mt-2 max-w-measure text-lead text-ink-soft">{lead}</p>
        <p className="mt-2 text-small text-ink-soft">In force since {inForceSince}</p>
        <div className="mt-8 grid gap-x-16 gap-y-10 md:mt-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <SectionLinks label="Contents" sections={sections} />
          <div className="grid max-w-letter gap-10 md:gap-12">
            {sections.map(({ id, title: heading, body }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`} className="mb-3 text-title">
                  {heading}
                </h2>
                <Prose>{body}</Prose>
              </section>
            ))}
          </div>
        </div>
      </Column>
    </PublicPage>
  );
}
