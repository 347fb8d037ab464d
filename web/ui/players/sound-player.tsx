import { Button } from '../button.tsx';
import { joinClasses } from '../join-classes.ts';
import { pressText, soundLabels } from './play-labels.ts';
import { PlayTrouble } from './play-trouble.tsx';
import { preloadOf } from './playback-fault.ts';
import { PlaceTime, PlayIcon, SpeedChoice } from './player-controls.tsx';
import type { SoundPlayerProps } from './player-props.ts';
import { Timeline } from './timeline.tsx';
import { usePlayback } from './use-playback.ts';

const across =
  'before:absolute before:top-1/2 before:right-full before:-mt-[0.75px] before:h-[1.5px] before:w-[calc(50vw-50%-0.5rem)] before:bg-linear-to-l before:from-thread before:to-transparent after:absolute after:top-1/2 after:left-full after:-mt-[0.75px] after:h-[1.5px] after:w-[calc(50vw-50%-0.5rem)] after:bg-linear-to-r after:from-thread after:to-transparent';

/** Plays a sound with the browser's own element. Nothing is requested before the person presses play. */
export function SoundPlayer(props: SoundPlayerProps) {
  const { src, peaks, durationSeconds, label, placeName, downloadUrl, size = 'large' } = props;
  const { playback, state } = usePlayback(durationSeconds, placeName);
  const isNew = state.phase === 'new';
  const isUnderWay = !isNew && state.phase !== 'ended';
  const isLarge = size === 'large';
  const media = { ref: playback.attach, src, preload: preloadOf(src) };
  return (
    <fieldset aria-label={label} className="m-0 w-full min-w-0 border-0 p-0 print:hidden">
      <audio {...media} />
      <div
        className={joinClasses(
          'relative',
          isLarge && props.isAcross && across,
          isUnderWay && 'after:opacity-60',
        )}
      >
        <Timeline
          playback={playback}
          state={state}
          peaks={peaks}
          label={`Place in ${label}`}
          isNarrow={!isLarge}
          hasTip={isLarge}
          className={isLarge ? 'h-30 md:h-37.5' : 'h-16'}
        />
      </div>
      <div
        className={joinClasses(
          'flex flex-wrap items-center gap-x-3.5 gap-y-2 md:gap-x-6',
          isLarge ? 'mt-7 min-h-17' : 'mt-2 min-h-12',
        )}
      >
        <Button
          variant={state.phase === 'ended' ? 'quiet' : 'primary'}
          className={joinClasses(
            'tabular-nums lining-nums',
            isNew && isLarge && 'min-h-17! gap-4! px-9! text-[1.3125rem]! max-md:w-full',
          )}
          icon={<PlayIcon isPlaying={state.phase === 'playing'} />}
          onPress={playback.toggle}
        >
          {pressText(state, playback.place(), soundLabels)}
        </Button>
        {isUnderWay && <PlaceTime playback={playback} lengthSeconds={state.lengthSeconds} />}
        {!isNew && isLarge && (
          <div className="ml-auto">
            <SpeedChoice playback={playback} speed={state.speed} />
          </div>
        )}
      </div>
      <PlayTrouble playback={playback} state={state} downloadUrl={downloadUrl} />
    </fieldset>
  );
}
