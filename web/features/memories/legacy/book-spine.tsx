import { legacyQuestions } from '../../../../shared/memories/questions.ts';

const height = 104;
const thinnest = 9;
const thickest = 50;

/** The spine of the journal: every answer makes it thicker. The thread is its bookmark. */
export function BookSpine({ answeredCount }: { answeredCount: number }) {
  const share = answeredCount / legacyQuestions.length;
  const width = thinnest + (thickest - thinnest) * share;
  const left = (60 - width) / 2;
  const right = left + width;
  const bands = [20, 27, height - 18];
  return (
    <svg aria-hidden="true" viewBox="0 0 60 124" className="h-31 w-15 flex-none" fill="none">
      <path
        d="M4 111.5 C 18 109.5, 40 113, 56 111"
        className="stroke-line"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d={`M${left} 9 Q${left + width / 2} 5.5 ${right} 9 V109 Q${left + width / 2} 112.5 ${left} 109 Z`}
        className={answeredCount === 0 ? 'fill-card stroke-ink-soft' : 'fill-pine stroke-pine'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeDasharray={answeredCount === 0 ? '3 4' : undefined}
      />
      {answeredCount > 0 &&
        bands.map((y) => (
          <path
            key={y}
            d={`M${left} ${y} Q${left + width / 2} ${y + 3} ${right} ${y}`}
            className="stroke-thread"
            strokeWidth="1.25"
          />
        ))}
      {answeredCount > 0 && (
        <path
          d={`M${left + width / 2} 110 C ${left + width / 2 - 5} 115, ${left + width / 2 + 6} 117, ${left + width / 2 + 1} 123`}
          className="stroke-thread"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}
