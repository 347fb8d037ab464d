import { createContext, use, useEffect, useId } from 'react';
import { beforeSessionEnd } from './api/session-end.ts';

/** Each form reports here whether it has unsaved changes. */
export type ReportUnsaved = (form: string, isUnsaved: boolean) => void;

/** Whatever contains forms listens here, to ask before it closes; null if nothing does. */
export const UnsavedChanges = createContext<ReportUnsaved | null>(null);

/** Reports for the form of the calling component, until it unmounts. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = use(UnsavedChanges);
  const form = useId();
  useEffect(() => {
    report?.(form, isUnsaved);
    return () => report?.(form, false);
  }, [report, form, isUnsaved]);
}

/** While `isNeeded`, the browser asks before the page is left. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stopAsking = () => window.removeEventListener('beforeunload', ask);
    window.addEventListener('beforeunload', ask);
    // When the session ends the page reloads by itself, and staying is not possible.
    const stopListening = beforeSessionEnd(() => {
      stopAsking();
      return false;
    });
    return () => {
      stopAsking();
      stopListening();
    };
  }, [isNeeded]);
}
