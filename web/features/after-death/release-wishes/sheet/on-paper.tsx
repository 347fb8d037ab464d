import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, type ButtonProps } from '../../../../ui/button.tsx';

export function PrintButton({ variant, ...props }: Pick<ButtonProps, 'variant' | 'onPress' | 'children'>) {
  const icon = <Printer aria-hidden="true" className="size-5" strokeWidth={1.5} />;
  return <Button variant={variant} icon={icon} {...props} />;
}

/** Shows on screen what will be printed. */
export function OnPaper({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <article
        aria-label={label}
        className="light-paper mt-7 rounded-small border border-line bg-card px-5 py-8 shadow-card text-ink md:px-12 md:py-12"
      >
        {children}
      </article>
      {createPortal(
        <article data-print="page" className="hidden print:block">
          {children}
        </article>,
        document.body,
      )}
    </>
  );
}
