import { type ReactNode, useEffect, useRef } from 'react';

interface SheetProps {
  title: string;
  /** Where it replaces the button that was pressed, so that it is read aloud. */
  takesFocus?: boolean;
  children: ReactNode;
}

export function Sheet({ title, takesFocus = false, children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-letter px-4.5 py-8 outline-none md:px-6 md:py-12">
      <title>{`${title} · Long After`}</title>
      <p className="mb-12 font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em] md:mb-20">
        Long After
      </p>
      <div className="grid gap-4.5">
        <h1 ref={heading} tabIndex={-1} className="mb-1 text-display outline-none">
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
