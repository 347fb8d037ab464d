import { useState } from 'react';
import { useLeaveWarning } from '../../../lib/unsaved-changes.ts';
import type { AboutPerson, Unsent } from './use-trusted.ts';

const nothing: Unsent = { addresses: {}, note: '' };

/** One part of what was typed about somebody. It is restored when they are shown again, and the browser asks before it is lost. */
export function useUnsent<Part extends keyof Unsent>(
  { person: { id }, link: { unsent } }: AboutPerson,
  part: Part,
  isUnsent: (value: Unsent[Part]) => boolean,
) {
  const ofPerson = () => unsent.get(id) ?? nothing;
  const [value, setValue] = useState(() => ofPerson()[part]);
  useLeaveWarning(isUnsent(value));

  function change(next: Unsent[Part]) {
    unsent.set(id, { ...ofPerson(), [part]: next });
    setValue(next);
  }

  return [value, change] as const;
}
