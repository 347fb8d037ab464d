import { joinClasses } from '../../ui/join-classes.ts';
import { Thread } from '../../ui/thread.tsx';

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
            'top-33 right-0 w-50 @min-[21.5rem]:top-23 @min-[21.5rem]:w-56.5 rotate-[1.6deg] rounded-small p-5.5 font-serif text-[min(1rem,18px)]/normal @min-[30rem]:top-28 @min-[30rem]:w-74.5 @min-[30rem]:p-7.5 @min-[30rem]:text-[1.15rem]/[1.55]',
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
        'flex items-center gap-3 rounded-[14px] px-4.5 py-3 text-[min(1rem,18px)]/[1.35]',
        className,
      )}
    >
      {children}
    </span>
  );
}

function TagTitle({ children }: { children: string }) {
  return (
    <span className="block font-serif text-[min(1.25rem,23px)] leading-[1.35] font-medium">{children}</span>
  );
}

/** Illustration: an old photograph of somebody at the sea, holding a child by the hand. */
export function Photo() {
  return (
    <svg viewBox="0 0 200 178" aria-hidden="true" className="block w-full">
      <rect width="200" height="150" fill="#E7D3AE" />
      <circle cx="146" cy="56" r="18" fill="#F6EBCF" />
      <path d="M0 98C34 87 66 93 102 90S168 80 200 87V150H0Z" fill="#8FA79A" />
      <path d="M0 113C46 105 84 117 122 109S174 105 200 111V150H0Z" fill="#5E7C70" />
      <path d="M0 133C58 123 112 137 200 127V150H0Z" fill="#D9C08F" />
      <g fill="none" stroke="#2F4A43" strokeLinecap="round">
        <path d="M60 128v-18m0 3l-5 8m5-8l6 7" strokeWidth="2.4" />
        <path d="M75 128v-11m0 2l-4 6m4-6l5 5" strokeWidth="2.1" />
      </g>
      <circle cx="60" cy="105.5" r="3.6" fill="#2F4A43" />
      <circle cx="75" cy="113" r="2.9" fill="#2F4A43" />
      <path d={caption} className="fill-ink-soft" />
    </svg>
  );
}

/** “Cape May, 1994” as outlines of Newsreader Italic, to avoid loading a font for so few letters. */
const caption =
  'M10.3 170l-.6.4l1.7-2.2l.5 0l-.9 2.4q-.6.2-1.5.4q-.9.2-1.7.2q-1.5 0-2.5-.5q-1-.5-1.5-1.5q-.6-.9-.6-2.1q0-1.2.4-2.2q.3-1.1.9-1.9q.6-.8 1.5-1.4q.8-.6 1.9-.9q1.1-.3 2.3-.3q.4 0 .8 0q.4 0 .8.1q.4.1.8.3l-.5-.1l1.1-.6l.3 0l-.8 3.6l-.4 0l-.4-2.3l.4.4q-.6-.4-1.2-.5q-.5-.2-1.2-.2q-1 0-1.8.3q-.8.3-1.5.8q-.6.6-1.1 1.3q-.5.7-.7 1.5q-.2.9-.2 1.8q0 1.2.4 2q.4.8 1.1 1.2q.7.4 1.8.4q.6 0 1.2-.1q.6-.1 1.2-.3zm6.4.6l.9-2.6l.1 0q-.6.9-1.1 1.5q-.5.6-.9 1q-.4.3-.8.5q-.3.1-.6.1q-.5 0-.8-.1q-.4-.2-.5-.6q-.2-.3-.2-.9q0-.6.2-1.3q.2-.7.7-1.4q.4-.7.9-1.4q.6-.6 1.3-.9q.6-.4 1.4-.4q.5 0 .8.2q.3.2.5.6l-.2.4q-.1-.2-.4-.4q-.2-.1-.6-.1q-.6 0-1.1.3q-.5.3-.9.9q-.5.6-.8 1.2q-.3.6-.5 1.2q-.1.6-.1 1q0 .4.2.6q.2.2.5.2q.3 0 .7-.3q.5-.2.9-.7q.5-.4.9-1q.4-.6.6-1.3l.8-2.5l1-.2l.2 0l-2 6.2l-.2-.3q.3.1.6 0q.4-.1.8-.4q.4-.2.7-.5l.3.3q-.9.9-1.6 1.3q-.6.4-1.1.4q-.4 0-.5-.2q-.2-.2-.1-.4zm6-1.8q-.1.3-.1.5q0 .2 0 .3q0 .4.2.7q.3.3.9.3q.4 0 .8-.3q.4-.2.7-.6q.4-.5.7-1q.3-.6.4-1.2q.2-.6.2-1.2q0-.7-.2-1q-.2-.3-.7-.3q-.3 0-.7.2q-.3.2-.6.5q-.3.3-.6.7q-.3.4-.5.8q-.2.5-.3.9zm-.9 1.5l.5 0l-1.1 3.9l1.4.3l-.1.4l-3.6 0l.1-.4l1.1-.3l2.6-9.1q0 0 0 0q-.1 0-.1 0q-.3 0-.6.1q-.3.1-.5.3q-.3.3-.6.8l-.2-.1q.3-.9.6-1.3q.4-.5.9-.7q.4-.2.9-.2q.2 0 .4.1q.2 0 .4 0l-.8 2.8l0-.2q.5-.9 1-1.5q.5-.6 1-.9q.5-.3 1-.3q.8 0 1.2.6q.4.5.4 1.3q0 .8-.2 1.5q-.2.8-.6 1.5q-.3.7-.9 1.2q-.5.5-1.1.8q-.6.3-1.3.3q-.6 0-1.1-.3q-.5-.1-.7-.6zm10.4-5.7q-.5 0-.8.3q-.4.2-.7.7q-.3.4-.5.9q-.2.6-.3 1.1q-.1.6-.1 1.1q0 .8.3 1.2q.3.3.9.3q.4 0 .7-.1q.3-.1.6-.4q.3-.4.6-.9l.5 0q-.4.9-.8 1.4q-.4.5-.9.7q-.5.3-1.1.3q-.6 0-1.1-.3q-.4-.2-.7-.7q-.2-.5-.2-1.2q0-.8.2-1.6q.2-.7.6-1.3q.3-.7.8-1.1q.5-.5 1-.7q.6-.3 1.2-.3q.6 0 1 .2q.3.2.5.6q.2.3.2.7q0 .3-.2.7q-.1.3-.3.5q-.5.2-1 .4q-.5.2-1 .3q-.5.2-1 .3q-.5.2-1 .3l.1-.6q.8-.2 1.4-.4q.6-.2 1-.4q.3-.2.5-.4q.3-.2.3-.4q.1-.2.1-.4q0-.2-.1-.4q-.1-.2-.3-.3q-.1-.1-.4-.1zm10.5-3l-3.2 8.7l1.1.3l-.1.4l-3.2 0l.2-.4l1.2-.3l3.4-9l-1.2-.4l.1-.4l2.7 0l.9 9.4l-.5 0l6.7-9.4l.7 0l0 .3l-7.5 10.3l-.5 0l-.9-9.5zm8.3-1.1l2.5 0l-.1.4l-1.4.4l-2.1 9l1.1.3l-.1.4l-3.6 0l.1-.4l1.3-.3zm5.3 10.1l.9-2.6l.2 0q-.7.9-1.2 1.5q-.5.6-.9 1q-.4.3-.7.5q-.4.1-.7.1q-.4 0-.8-.1q-.3-.2-.5-.6q-.2-.3-.2-.9q0-.6.2-1.3q.3-.7.7-1.4q.4-.7 1-1.4q.5-.6 1.2-.9q.7-.4 1.4-.4q.5 0 .8.2q.3.2.6.6l-.3.4q-.1-.2-.3-.4q-.3-.1-.7-.1q-.5 0-1 .3q-.6.3-1 .9q-.4.6-.7 1.2q-.3.6-.5 1.2q-.2.6-.2 1q0 .4.2.6q.2.2.6.2q.2 0 .7-.3q.4-.2.9-.7q.4-.4.8-1q.4-.6.7-1.3l.8-2.5l.9-.2l.3 0l-2.1 6.2l-.2-.3q.3.1.7 0q.3-.1.7-.4q.4-.2.8-.5l.2.3q-.9.9-1.5 1.3q-.7.4-1.2.4q-.4 0-.5-.2q-.1-.2-.1-.4zm4.1-3.7l-.4 0q.2-.9.4-1.4q.2-.6.4-.9q.3-.3.6-.4q.3-.2.6-.2q.2 0 .3.1q.2.1.3.3q.1.2.2.6q.1.4.2 1.2q.1.9.3 2.1q.2 1.4.4 3.3l-1 .7q-.1-1.2-.3-2.2q-.1-.9-.2-1.7q-.1-.6-.2-1.2q-.1-.5-.1-.9q-.1-.5-.2-.7q0-.3-.1-.3q0-.1-.1-.1q-.2 0-.4.1q-.2.2-.4.6q-.2.4-.3 1zm2.7 4.6l.3-.3q.6-.9.9-1.7q.5-.8.7-1.6q.3-.8.4-1.7q.1-.9.1-2q.3-.1.5-.2q.2 0 .4 0q.2 0 .3.1q.1.1.1.3q0 .5-.1 1q-.1.5-.3 1.1q-.2.6-.5 1.3q-.3.6-.7 1.4q-.4.8-1 1.7q-.9 1.5-1.7 2.4q-.8.9-1.5 1.3q-.7.4-1.4.4q-.6 0-.8-.2q-.3-.3-.3-.7q0-.4.2-.6q.2-.2.5-.2q0 0 .1.1q.1.1.3.3q.3.2.4.3q.2.1.4.1q.3 0 .7-.3q.4-.4 1-.9q.5-.6 1-1.4zm2.7 1.8q.8-.5 1.2-.8q.4-.4.6-.7q.1-.3.1-.6q0-.2-.1-.3q-.1-.2-.2-.3q-.1-.1-.2-.2q-.1-.1-.1-.2q0-.3.1-.5q.2-.2.4-.3q.2-.2.6-.2q.3 0 .6.3q.2.2.2.6q0 .5-.1.9q-.1.4-.5.8q-.3.4-.9.9q-.5.5-1.4 1zm11.5-3.1l2.7-9l.3.6l-3.6 1l-.1-.4l4.6-2l.3 0l-3 9.8l1.9.4l-.1.4l-5.3 0l.1-.4zm5.9 1.2l-.1-.6q1.6-.4 2.8-1q1.2-.6 1.9-1.3q.9-.7 1.3-1.5q.5-.8.7-1.6q.2-.9.2-1.7q0-1-.2-1.6q-.3-.6-.8-.8q-.4-.3-1-.3q-.7 0-1.3.3q-.5.4-.8 1q-.4.6-.4 1.5q0 .9.5 1.3q.5.5 1.5.5q.5 0 .9-.1q.4-.1.8-.3q.4-.2.9-.5l.3.1q-.6.5-1 .8q-.5.3-.9.5q-.4.2-.8.3q-.4 0-.8 0q-.8 0-1.4-.2q-.5-.3-.8-.9q-.3-.5-.3-1.2q0-.8.2-1.5q.3-.7.8-1.2q.5-.5 1.2-.8q.7-.2 1.4-.2q1 0 1.7.4q.7.3 1.1 1.1q.4.7.4 1.7q0 .9-.3 1.8q-.2.9-.7 1.8q-.5.8-1.4 1.6q-.9.7-2.3 1.4q-1.3.6-3.3 1.2zm8.8 0l-.1-.6q1.6-.4 2.8-1q1.1-.6 1.9-1.3q.8-.7 1.3-1.5q.5-.8.7-1.6q.2-.9.2-1.7q0-1-.3-1.6q-.2-.6-.7-.8q-.4-.3-1-.3q-.7 0-1.3.3q-.5.4-.8 1q-.4.6-.4 1.5q0 .9.5 1.3q.5.5 1.5.5q.4 0 .9-.1q.4-.1.8-.3q.4-.2.9-.5l.3.1q-.6.5-1.1.8q-.4.3-.8.5q-.5.2-.8.3q-.4 0-.8 0q-.8 0-1.4-.2q-.6-.3-.9-.9q-.3-.5-.3-1.2q0-.8.3-1.5q.3-.7.8-1.2q.5-.5 1.2-.8q.6-.2 1.4-.2q1 0 1.7.4q.7.3 1.1 1.1q.3.7.3 1.7q0 .9-.2 1.8q-.2.9-.7 1.8q-.5.8-1.4 1.6q-.9.7-2.3 1.4q-1.4.6-3.3 1.2zm14.8-9.9l.6-.2l-6.1 5.8l-.1-.3l6.3 0l1.4-.3l-.7 1.3l-8.2 0l.2-.4l7.3-7l.8 0l-3 9.9l1.3.3l-.1.4l-4.1 0l.2-.4l1.5-.3z';
