import { OfflineIcon } from './plain-icons.tsx';

/** The live region is always rendered, so that going offline is announced. */
export function OfflineBanner({ isOffline }: { isOffline: boolean }) {
  return (
    <div role="status" className="print:hidden">
      {isOffline && (
        <p className="flex animate-appear items-center justify-center gap-2.5 bg-gold-wash px-4 py-2.5 text-small text-ink">
          <OfflineIcon className="size-5 flex-none text-gold" />
          <span>You are offline. What you see may be out of date; nothing is lost.</span>
        </p>
      )}
    </div>
  );
}
