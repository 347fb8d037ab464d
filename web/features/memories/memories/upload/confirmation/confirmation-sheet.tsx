import { useState } from 'react';
import { describeLength } from '../../../../../../shared/lengths.ts';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { Thread } from '../../../../../ui/thread.tsx';
import { type MemoryDay, memoryKinds } from '../../memories.ts';

interface ConfirmationSheetProps {
  memory: Memory;
  /** Null if it has none: then the thread is loose. Undefined while that is not known. */
  day: MemoryDay | null | undefined;
}

/** The memory on its sheet, and the thread that leads to its day. The page says the same in words. */
export function ConfirmationSheet({ memory, day }: ConfirmationSheetProps) {
  return (
    <div aria-hidden="true" className="relative h-67 max-w-130 lg:h-115">
      <Thread
        path={day ? 'M250 366 C 262 440, 350 446, 372 404' : 'M250 366 C 262 430, 318 436, 336 412'}
        viewBox="0 0 520 460"
        isStretched
        className="absolute inset-0 size-full max-lg:hidden"
      />
      <Thread
        path={day ? 'M110 208 C 112 262, 170 266, 196 232' : 'M110 208 C 112 258, 150 262, 180 238'}
        viewBox="0 0 354 270"
        isStretched
        className="absolute inset-0 size-full lg:hidden"
      />
      <div className="absolute top-1 left-1 h-53 w-58 -rotate-[1.4deg] overflow-hidden rounded-small border border-line bg-card shadow-card lg:h-92 lg:w-82">
        {memory.type === 'letter' ? <Letter memory={memory} /> : <Print memory={memory} />}
      </div>
      <p
        className={joinClasses(
          'absolute right-0 bottom-2 max-w-60 rounded-choice border-[1.5px] bg-paper px-5 py-2.5 text-small leading-snug text-ink-soft',
          day ? 'border-thread' : 'border-dashed border-line-strong',
        )}
      >
        its day
        <span className="block font-serif text-[1.3125rem] leading-tight text-ink">
          {textOf(memory, day)}
        </span>
      </p>
    </div>
  );
}

function textOf({ deleteOnDeath }: Memory, day: ConfirmationSheetProps['day']): string {
  if (deleteOnDeath) return 'none: it is yours alone';
  if (day === undefined) return '…';
  return day ? `${day.to}, ${day.when}` : 'not chosen yet';
}

function Letter({ memory: { title, content } }: { memory: Memory }) {
  return (
    <div className="h-full px-5.5 py-5 font-serif text-[0.9375rem] leading-relaxed [mask-image:linear-gradient(black_55%,transparent_92%)] lg:px-9 lg:py-8 lg:text-[1.15625rem]">
      <p
        dir="auto"
        className="mb-2 text-[1.3125rem] leading-tight tracking-[-0.015em] wrap-anywhere lg:mb-3.5 lg:text-[1.6875rem]"
      >
        {title}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{content?.slice(0, 600)}</p>
    </div>
  );
}

/** A photo or the first picture of a video, as a print; a sound with its length. */
function Print({ memory: { type, title, thumbnailUrl, durationSeconds } }: { memory: Memory }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const Icon = memoryKinds[type].icon;
  return (
    <div className="flex h-full flex-col gap-2.5 p-3 lg:p-4.5">
      <div className="grid min-h-0 flex-1 grid-rows-1 place-items-center overflow-hidden rounded-small bg-gold-wash">
        {thumbnailUrl && thumbnailUrl !== failedUrl ? (
          <img
            src={thumbnailUrl}
            alt=""
            className="size-full object-cover"
            onError={() => setFailedUrl(thumbnailUrl)}
          />
        ) : (
          <span className="grid justify-items-center gap-2 text-small text-ink-soft">
            <Icon className="size-10 text-gold" strokeWidth={1.25} />
            {durationSeconds !== null && describeLength(durationSeconds)}
          </span>
        )}
      </div>
      <p dir="auto" className="truncate font-serif text-lead leading-tight lg:text-[1.375rem]">
        {title}
      </p>
    </div>
  );
}
