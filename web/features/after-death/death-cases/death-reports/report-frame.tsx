import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { SiteName } from '../../../../ui/site-name.tsx';
import { SupportLink } from '../../../../ui/support-link.tsx';

interface ReportFrameProps {
  canStop?: boolean;
  children: ReactNode;
}

const column = 'mx-auto max-w-[calc(var(--container-page)+3rem)] px-4.5 md:px-6';

/** The name, the content, and a person to contact. No links to anything else. */
export function ReportFrame({ canStop = false, children }: ReportFrameProps) {
  const [isStopped, setStopped] = useState(false);
  return (
    <>
      <title>Tell us that someone has died · Long After</title>
      <header
        className={`${column} flex items-center justify-between gap-4 pt-[calc(1rem+env(safe-area-inset-top))]`}
      >
        <SiteName href="/" />
        {canStop && (
          <Button variant="text" onPress={() => setStopped(!isStopped)}>
            {isStopped ? 'Go on' : 'Stop for now'}
          </Button>
        )}
      </header>
      <main id="main" tabIndex={-1} className={`${column} outline-none`}>
        {isStopped && canStop ? <Stopped /> : children}
      </main>
      <footer className={`${column} pb-10 text-small text-ink-soft`} data-print="hidden">
        A person answers at <SupportLink />.
      </footer>
    </>
  );
}

function Stopped() {
  return (
    <div className="mx-auto max-w-letter pt-5 pb-16 md:pt-13 md:pb-26">
      <h1 className="text-display">Take your time</h1>
      <p className="mt-3.5 max-w-[46ch] text-lead text-ink-soft">
        You can close this page. What you have answered is kept: open it again on this device, or by the link
        in the email with the code, and go on where you were. Nobody has been told anything.
      </p>
    </div>
  );
}
