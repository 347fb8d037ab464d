import { useEffect, useState } from 'react';

/**
 * The step of a page that asks one question after the other. Each is an entry of the browser's history, so that the
 * Back of the browser or phone leads to the step before and not away from the page.
 */
export function useStepHistory<Step>(initial: Step) {
  const [visited, setVisited] = useState<readonly Step[]>([initial]);
  const [place, setPlace] = useState(0);

  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => setPlace(Number(state?.step ?? 0));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  function go(next: Step) {
    if (next === visited[place]) return;
    if (place > 0 && next === visited[place - 1]) return window.history.back();
    setVisited([...visited.slice(0, place + 1), next]);
    setPlace(place + 1);
    window.history.pushState({ step: place + 1 }, '');
  }

  /** Nothing leads back from this step but away from the page. */
  function end(last: Step) {
    setVisited([last]);
    setPlace(0);
    if (place > 0) window.history.go(-place);
  }

  return {
    // An entry from before a reload leads to the beginning, which offers to carry on.
    step: visited[place] ?? visited[0] ?? initial,
    go,
    end,
  };
}
