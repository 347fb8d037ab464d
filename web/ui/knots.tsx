interface KnotsProps {
  /** How many there are. */
  count: number;
  /** From 0. */
  current: number;
  /** 'Question 3 of 7', beside the thread. */
  label: string;
}

const distance = 36;

/** A thread with one knot for each question, tied as far as one has come. */
export function Knots({ count, current, label }: KnotsProps) {
  const width = distance * (count - 1) + 16;
  const knots = Array.from({ length: count }, (_, index) => 8 + index * distance);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2.5 text-small text-ink-soft tabular-nums">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} 20`}
        style={{ width }}
        className="h-5 flex-none overflow-visible"
      >
        {knots.slice(1).map((x, index) => (
          <path
            key={x}
            className="thread"
            strokeDasharray={index >= current ? '2 6' : undefined}
            d={`M${x - distance} 10 Q ${x - distance * 0.75} ${index % 2 ? 18 : 2} ${x - distance / 2} 10 T ${x} 10`}
          />
        ))}
        {knots.map((x, index) => (
          <circle
            key={x}
            cx={x}
            cy="10"
            r={index === current ? 7 : 5}
            strokeWidth="1.5"
            className={index < current ? 'fill-thread stroke-thread' : 'fill-paper stroke-thread'}
          />
        ))}
      </svg>
      <span>{label}</span>
    </p>
  );
}
