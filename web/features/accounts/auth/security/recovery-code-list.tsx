import { Copy, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.ts';

/** Shown only once. Printing prints only the codes. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ title: 'The codes are copied' }),
      () =>
        toast({ variant: 'destructive', title: 'Not copied', description: 'Please write the codes down.' }),
    );
  }

  return (
    <div className="grid gap-4">
      <div data-print="only" className="grid gap-3">
        <p ref={title} tabIndex={-1} className="font-semibold outline-none">
          Your recovery codes for Long After
        </p>
        <p className="max-w-measure">
          Each of them lets you sign in once when your phone is not at hand. Keep them where you can find them
          without your phone: they are not shown again.
        </p>
        <ul className="grid max-w-90 large-text:grid-cols-1 grid-cols-2 gap-x-8 gap-y-1 notice bg-gold-wash p-4 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          size="small"
          icon={<Copy aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
          onPress={copy}
        >
          Copy
        </Button>
        <Button
          variant="quiet"
          size="small"
          icon={<Printer aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
          onPress={() => window.print()}
        >
          Print
        </Button>
        <Button size="small" onPress={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
