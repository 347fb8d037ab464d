import { useEffect, useState } from 'react';
import type { OwnFigures } from '../../../shared/home/own-figures.ts';
import { useSession } from '../../features/accounts/auth/sessions/sessions.ts';
import { read } from '../../lib/api/request.ts';
import type { PartId } from '../../pages/how-we-keep-it/part.tsx';
import { HowWeKeepItPage } from '../../pages/how-we-keep-it-page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { figures } from './figure-words.ts';

/** The public page. If somebody is signed in, each part also shows a figure from their own account. */
export function OwnHowWeKeepItPage() {
  const { token } = useSession();
  const own = useOwnFigures(token);
  if (!token || own === null) return <HowWeKeepItPage />;
  return <HowWeKeepItPage figureOf={(id) => figureOf(id, own)} />;
}

/** Undefined while loading; null if they cannot be read. The page then looks as it does to everybody. */
function useOwnFigures(token: string | null): OwnFigures | null | undefined {
  const [own, setOwn] = useState<OwnFigures | null>();
  useEffect(() => {
    if (!token) return;
    const stop = new AbortController();
    read<OwnFigures>('/api/user/figures', { signal: stop.signal }).then(setOwn, () => {
      if (!stop.signal.aborted) setOwn(null);
    });
    return () => stop.abort();
  }, [token]);
  return own;
}

function figureOf(id: PartId, own: OwnFigures | undefined) {
  if (!own) return id === 'closing' ? null : <FigureSkeleton />;
  const shown = figures[id](own);
  if (!shown) return null;
  const [figure, words] = shown;
  return (
    <p className="text-ink-soft">
      <span className="block font-serif text-[1.6875rem] leading-tight tracking-[-0.01em] text-ink lining-nums wrap-anywhere">
        {figure}
      </span>{' '}
      <span className="mt-1 block leading-snug text-pretty">{words}</span>
    </p>
  );
}

function FigureSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-1.5 py-1">
      <Skeleton className="h-6.5 w-28" />
      <Skeleton className="mt-1 h-4 w-full" />
      <Skeleton className="h-4 w-3/4" />
    </div>
  );
}
