import { type ReactNode, useEffect, useRef } from 'react';
import { SiteName } from '../../../ui/site-name.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';

const column = 'mx-auto max-w-[calc(var(--container-page)+3rem)] px-4.5 md:px-6';

/** The name, the content, and a person to contact. No links to anything else. */
export function TrustedFrame({
  contactName,
  children,
}: {
  /** Undefined if the contact is not known; those pages show the support address themselves. */
  contactName?: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <title>For those who help · Long After</title>
      <header className={`${column} pt-[calc(1rem+env(safe-area-inset-top))]`}>
        <SiteName />
      </header>
      <main id="main" tabIndex={-1} className={`${column} outline-none`}>
        {children}
      </main>
      {contactName && (
        <footer className={column}>
          <div className="grid gap-1 border-t border-line pt-6 pb-11 text-small wrap-anywhere text-ink-soft">
            <p>
              This page is for {contactName} alone. What you change is recorded, with your name and the time.
            </p>
            <p>
              A person answers at <SupportLink />.
            </p>
          </div>
        </footer>
      )}
    </>
  );
}

interface OpeningProps {
  title: string;
  /** Set if it replaces the question that was answered, so that it is read aloud. */
  takesFocus?: boolean;
  children: ReactNode;
}

export function Opening({ title, takesFocus = false, children }: OpeningProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="max-w-190 pt-5 pb-10 md:pt-13 md:pb-14">
      <h1 ref={heading} tabIndex={-1} className="max-w-[18ch] text-display outline-none wrap-anywhere">
        {title}
      </h1>
      <div className="mt-5 grid max-w-[54ch] gap-4 text-lead wrap-anywhere text-ink-soft">{children}</div>
    </div>
  );
}
