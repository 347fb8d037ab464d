import { WifiOff } from 'lucide-react';

/** The live region is always rendered, so that going offline is announced. */
export function OfflineBanner({ isOffline }: { isOffline: boolean }) {
  return (
    <div role="status" className="print:hidden">
      {isOffline && (
        <p className="flex animate-appear items-center justify-center gap-2.5 bg-gold-wash px-4 py-2.5 text-small text-ink">
          <WifiOff aria-hidden="true" className="size-5 flex-none text-gold" strokeWidth={1.5} />
          <span>You are offline. What you see may be out of date; nothing is lost.</span>
        </p>
      )}
    </div>
  );
}
