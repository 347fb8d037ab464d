import { useEffect, useEffectEvent } from 'react';

/**
 * For a page of two steps: the second is an entry of the browser's history, so that the Back of the browser or phone leads
 * to the first step and not away from the page. `follow` is called when somebody goes back or forward.
 */
export function useSecondStep(follow: (isSecond: boolean) => void): void {
  const handleMove = useEffectEvent(() => follow(isSecondStep()));
  useEffect(() => {
    const handlePopState = () => handleMove();
    addEventListener('popstate', handlePopState);
    return () => removeEventListener('popstate', handlePopState);
  }, []);
}

/** Whether the present entry is a second step; a reload keeps it. */
export function isSecondStep(): boolean {
  return window.history.state?.isSecondStep === true;
}

export function enterSecondStep(): void {
  if (!isSecondStep()) window.history.pushState({ isSecondStep: true }, '');
}

/** Resolves once the present entry is that of the first step, so that what replaces it leaves none of the page behind. */
export async function leaveSecondStep(): Promise<void> {
  if (!isSecondStep()) return;
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    // A browser may have forgotten, with a tab that it closed and opened again, what came before.
    setTimeout(resolve, longestMilliseconds);
    window.history.back();
  });
}

const longestMilliseconds = 2000;
