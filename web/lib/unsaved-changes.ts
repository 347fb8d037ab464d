import { createContext, use, useEffect, useId } from 'react';

/** Told by each form whether it holds something unsaved. */
export type ReportUnsaved = (form: string, isUnsaved: boolean) => void;

/** What surrounds the forms listens here, to ask before it closes. Without it nobody does. */
export const UnsavedChanges = createContext<ReportUnsaved | null>(null);

/** Reports for the form of the calling component, until it is gone. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = use(UnsavedChanges);
  const form = useId();
  useEffect(() => {
    report?.(form, isUnsaved);
    return () => report?.(form, false);
  }, [report, form, isUnsaved]);
}
