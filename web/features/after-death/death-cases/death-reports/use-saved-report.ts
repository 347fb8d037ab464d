import { useState } from 'react';
import { answersIn, keep, readSavedReport, type SavedReport } from './answers.ts';

/**
 * The answers on this device, or else the names in the URL. Answers of a report that was opened by its link stay on the server.
 */
export function useSavedReport(linked: SavedReport | undefined) {
  const [begun, setBegun] = useState(() => linked ?? readSavedReport());
  const [named] = useState(() => answersIn(window.location.hash));
  return {
    kept: begun ?? { answers: named },
    hasBegun: begun !== undefined,
    change: (next: SavedReport) => {
      setBegun(next);
      if (!linked) keep(next);
    },
    /** Removes everything from the device; the page may still show some answers. */
    forget: (shown?: SavedReport) => {
      keep(undefined);
      setBegun(shown);
    },
  };
}
