import { joinClasses } from '../../../../ui/join-classes.ts';

const bead = 'size-3.5 rounded-full border-[1.5px] border-thread';

/** Joins the card to the bead of its year, if the line goes across. */
export function Stem({ isFull }: { isFull: boolean }) {
  return (
    <div aria-hidden="true" className="relative row-start-2 hidden lg:block">
      {isFull && <span className="absolute top-0 left-1/2 h-(--y) w-[1.5px] -translate-x-1/2 bg-thread" />}
      <span
        className={joinClasses(
          bead,
          'absolute top-(--y) left-1/2 -translate-1/2',
          isFull ? 'bg-thread' : 'border-dashed bg-paper',
        )}
      />
    </div>
  );
}

/** The bead of a year, and the thread to the next one, if the line goes down the page. */
export function Down({ isFull, isLast, isAcross }: { isFull: boolean; isLast: boolean; isAcross: boolean }) {
  return (
    <div aria-hidden="true" className={joinClasses('contents', isAcross && 'lg:hidden')}>
      {!isLast && (
        <svg
          viewBox="0 0 14 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute top-3.5 left-0 h-full w-3.5 overflow-visible"
        >
          <path className="thread" vectorEffect="non-scaling-stroke" d="M7 0 C 10 30, 4 70, 7 100" />
        </svg>
      )}
      <span
        className={joinClasses(
          bead,
          'absolute top-2 left-0',
          isFull ? 'bg-thread' : 'border-dashed bg-card md:bg-paper',
        )}
      />
    </div>
  );
}
