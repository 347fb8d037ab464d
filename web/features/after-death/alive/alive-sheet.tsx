import type { ReactNode } from 'react';

/** One thing to say on an empty page. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-letter px-4.5 py-8 outline-none md:px-6 md:py-12">
      <title>{`${title} · Long After`}</title>
      <p className="mb-12 font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em] md:mb-20">
        Long After
      </p>
      {/* What the press brings is read out. */}
      <div aria-live="polite" className="grid gap-4.5">
        <h1 className="mb-1 text-display">{title}</h1>
        {children}
      </div>
    </main>
  );
}
