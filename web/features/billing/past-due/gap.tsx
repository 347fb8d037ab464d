interface End {
  day: string;
  text: string;
}

interface GapProps {
  from: End;
  to: End;
  /** Whether the missing months are paid. */
  isClosed?: boolean;
  label: string;
}

/** The paths of the lines, for each page width. The wide one extends beyond its frame. */
const drawings = {
  wide: {
    viewBox: '0 0 760 44',
    xs: [252, 500],
    before: 'M-620 34C-470 6 -330 52 -180 32S120 50 252 30',
    gap: 'M252 30C330 14 410 46 500 30',
    after: 'M500 30C590 10 680 48 820 30S1150 10 1380 34',
  },
  narrow: {
    viewBox: '0 0 354 44',
    xs: [78, 262],
    before: 'M-20 30C10 20 40 40 78 30',
    gap: 'M78 30C130 14 200 46 262 30',
    after: 'M262 30C300 16 340 42 380 26',
  },
} as const;

/** The account's time as a thread; unpaid months are a gap in it. */
export function Gap({ from, to, isClosed = false, label }: GapProps) {
  return (
    <figure aria-label={label} className="mt-9 mb-8 md:mt-13">
      <Line drawing="wide" isClosed={isClosed} className="max-md:hidden" />
      <Line drawing="narrow" isClosed={isClosed} className="md:hidden" />
      <figcaption className="grid grid-cols-2 text-center max-md:-mx-2 md:ml-[16.5%] md:w-[66%]">
        {[from, to].map(({ day, text }) => (
          <p key={text}>
            <span className="block font-serif text-[1.25rem] leading-snug">{day}</span>
            <span className="block text-small text-ink-soft">{text}</span>
          </p>
        ))}
      </figcaption>
    </figure>
  );
}

interface LineProps {
  drawing: keyof typeof drawings;
  isClosed: boolean;
  className: string;
}

function Line({ drawing, isClosed, className }: LineProps) {
  const { viewBox, xs, before, gap, after } = drawings[drawing];
  const [left, right] = xs;
  return (
    <svg aria-hidden="true" viewBox={viewBox} className={`block h-auto w-full overflow-visible ${className}`}>
      <path className="thread" d={before} />
      {isClosed ? (
        <path className="thread" d={gap} />
      ) : (
        <path
          d={gap}
          fill="none"
          className="stroke-line-strong"
          strokeWidth="1.5"
          strokeDasharray="2 7"
          strokeLinecap="round"
        />
      )}
      <path className="thread" d={after} opacity={isClosed ? 1 : 0.5} />
      <circle cx={left} cy="30" r="6.5" className="fill-thread" />
      <circle
        cx={right}
        cy="30"
        r="6.5"
        className={isClosed ? 'fill-thread' : 'fill-paper stroke-line-strong'}
        strokeWidth={isClosed ? 0 : 1.5}
      />
    </svg>
  );
}
