import { joinClasses } from '../../ui/join-classes.ts';
import { Thread } from '../../ui/thread.tsx';
import { Photo } from './photo.tsx';

const paper = 'absolute border border-line bg-card shadow-card';

/** Illustration: a thread from a photo to a letter, a date and a person. */
export function HeroScene() {
  return (
    <div
      role="img"
      aria-label="A photo and a letter, tied by a golden thread to a date, and to the person who will receive them"
      className="@container"
    >
      <div className="relative h-125 @min-[21.5rem]:h-110 @min-[30rem]:h-130">
        <Thread
          drawn="down"
          isStretched
          viewBox="0 0 540 520"
          path="M120 130 C 118 232, 190 282, 268 236 C 352 190, 452 190, 404 288 C 372 352, 270 356, 190 390 C 96 430, 60 452, 150 478 C 220 498, 300 496, 400 480"
          className="absolute inset-0 size-full"
        />
        <div
          className={joinClasses(
            paper,
            'top-2 left-0 w-42.5 -rotate-3 rounded-[4px] p-3 pb-2.5 @min-[30rem]:w-57',
          )}
        >
          <Photo />
        </div>
        <p
          className={joinClasses(
            paper,
            'top-33 right-0 w-50 @min-[21.5rem]:top-23 @min-[21.5rem]:w-56.5 rotate-[1.6deg] rounded-small p-5.5 font-serif text-small @min-[30rem]:top-28 @min-[30rem]:w-74.5 @min-[30rem]:p-7.5 @min-[30rem]:text-[1.15rem]/[1.55]',
          )}
        >
          Dear Maya,
          <span className="mt-3 block @min-[30rem]:mt-5">
            By the time you read this you will be thirty, and I will have missed the party. So here is my
            toast, a little early …
          </span>
        </p>
        <Tag className="bottom-19 left-0 @min-[30rem]:bottom-20 @min-[30rem]:left-[6%]">
          <span>
            <span className="text-ink-soft">To be delivered</span>
            <TagTitle>4 May 2031</TagTitle>
            12:00 Eastern
          </span>
        </Tag>
        <Tag className="right-0 bottom-0 @min-[30rem]:right-[6%] @min-[30rem]:bottom-1.5">
          <span className="grid size-10.5 place-items-center rounded-full bg-gold-wash font-serif text-base text-gold">
            M
          </span>
          <span>
            <TagTitle>Maya</TagTitle>
            <span className="text-ink-soft">your daughter</span>
          </span>
        </Tag>
      </div>
    </div>
  );
}

function Tag({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <span
      className={joinClasses(
        paper,
        'flex items-center gap-3 rounded-[14px] px-4.5 py-3 text-[1rem]/[1.35]',
        className,
      )}
    >
      {children}
    </span>
  );
}

function TagTitle({ children }: { children: string }) {
  return <span className="block font-serif text-lead leading-[1.35] font-medium">{children}</span>;
}
