import type { ReactNode } from 'react';
import { useOnline } from '../../lib/use-online.ts';
import { Button } from '../button.tsx';
import { buttonClasses } from '../button-classes.ts';
import type { Playback, PlaybackState } from './playback.ts';

interface PlayTroubleProps {
  playback: Playback;
  state: PlaybackState;
  /** Offered if the browser cannot play it. */
  downloadUrl?: string | null | undefined;
}

/** Says why nothing is heard or seen, and what helps. */
export function PlayTrouble({ playback, state, downloadUrl }: PlayTroubleProps) {
  const isOnline = useOnline();
  return (
    <div role="status">
      {state.fault === null && state.isWaiting && (
        <p className="mt-3 text-small text-ink-soft">
          {isOnline
            ? 'It is still loading. One moment, please.'
            : 'You are offline. It goes on when the connection is back.'}
        </p>
      )}
      {state.fault === 'unplayable' && (
        <Trouble
          text={
            downloadUrl
              ? 'This browser cannot play it. Download it to your device and open it there; it is whole.'
              : 'This browser cannot play it. It is kept as it is.'
          }
        >
          {downloadUrl && (
            <a href={downloadUrl} download="" className={buttonClasses({ variant: 'text', size: 'small' })}>
              Download
            </a>
          )}
        </Trouble>
      )}
      {state.fault === 'unreachable' && (
        <Trouble text="It could not be loaded just now. It is safe.">
          <Button variant="text" size="small" onPress={playback.retry}>
            Try again
          </Button>
        </Trouble>
      )}
    </div>
  );
}

function Trouble({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="mt-4 grid justify-items-start rounded-control border border-line bg-card p-5 text-ink-soft">
      <p>{text}</p>
      {children}
    </div>
  );
}
