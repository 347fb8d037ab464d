import { Download, Printer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { buttonClasses } from '../../../../ui/button-classes.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import type { PageLink } from './page-link.ts';

const PrintAll = lazyComponent(async () => (await import('./print-all.tsx')).PrintAll);

const icon = { 'aria-hidden': true, strokeWidth: 1.5, className: 'size-5 flex-none' } as const;

/** For keeping everything without us: as one file, or on paper. */
export function Keep({ page, className }: { page: PageLink; className: string }) {
  const [isPrinting, setPrinting] = useState(false);
  const [failure, setFailure] = useState('');
  return (
    <div className={joinClasses('print:hidden', className)}>
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <a
          href={`/api/received/${encodeURIComponent(page.token)}/everything.zip`}
          download=""
          className={buttonClasses({ variant: 'quiet' })}
        >
          <Download {...icon} />
          Download everything
        </a>
        <Button
          variant="quiet"
          icon={<Printer {...icon} />}
          isPending={isPrinting}
          pendingLabel="Putting it together"
          onPress={() => {
            setFailure('');
            setPrinting(true);
          }}
        >
          Print it all
        </Button>
      </div>
      <p role="alert" className="mt-3 text-small font-medium text-rose empty:hidden">
        {failure}
      </p>
      <Suspense fallback={null}>
        {isPrinting && (
          <PrintAll
            page={page}
            onEnd={(fault) => {
              setPrinting(false);
              setFailure(fault ?? '');
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
