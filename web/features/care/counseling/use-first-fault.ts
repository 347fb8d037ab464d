import { useEffect, useRef, useState } from 'react';

/** `show`, called after an attempt, brings the first fault of the form into view: it takes the focus. */
export function useFirstFault() {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus();
  }, [attempts]);
  return { form, show: () => setAttempts((count) => count + 1) };
}
