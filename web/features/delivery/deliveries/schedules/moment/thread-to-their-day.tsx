import type { MemoryType } from '../../../../../../shared/memory-types.ts';
import { Avatar } from '../../../../../ui/avatar.tsx';
import { Thread } from '../../../../../ui/thread.tsx';
import { PhotoBack, Sleeve, SoundCard } from '../../../received/received.ts';
import type { MomentLabels } from './moment-labels.ts';

interface ThreadToTheirDayProps {
  memory: { type: MemoryType; title: string };
  /** The text of a letter. */
  text: string | undefined;
  /** The owner's first name, whose initial is on the seal. */
  sealedBy: string;
  tag: MomentLabels['tag'];
}

/**
 * A letter folds; anything else lies face down. The seal closes it, and the thread leads on to the recipient
 * and their day. The page says the same in words.
 */
export function ThreadToTheirDay({ memory, text, sealedBy, tag }: ThreadToTheirDayProps) {
  return (
    <div aria-hidden="true" className="relative pt-52 md:h-62 md:pt-0">
      <Threads />
      {memory.type === 'letter' && <Folding title={memory.title} text={text} />}
      <Sealed type={memory.type} to={tag.names} />
      <span className="sealing-seal absolute top-[5.8125rem] left-1/2 z-20 -mt-5.5 -ml-5.5 grid size-11 place-items-center rounded-full border-[1.5px] border-thread bg-gold-wash font-serif text-[1.25rem] font-medium text-gold italic shadow-card md:top-30 md:left-32.5">
        <span className="absolute inset-1 rounded-full border border-thread" />
        {sealedBy.trim().charAt(0).toUpperCase()}
      </span>
      <p className="sealing-tag relative z-10 mx-auto flex w-max max-w-full items-center gap-4 rounded-card border border-line bg-card py-4 pr-6.5 pl-4.5 text-left leading-snug shadow-card md:absolute md:top-19 md:right-0 md:max-w-[calc(100%-19rem)]">
        <Avatar name={tag.names} isDecorative />
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-serif text-[1.5rem] leading-tight">{tag.name}</span>
          <span className="text-ink-soft">{tag.note}</span>
        </span>
      </p>
    </div>
  );
}

/** On a wide page there are two threads, of which only the second grows; they meet at the same height, so that there is no corner at any width. */
function Threads() {
  return (
    <>
      <Thread
        path="M-20 130 C 40 150, 120 70, 177 93 C 236 117, 336 146, 300 176 C 262 204, 177 176, 177 214"
        viewBox="0 0 354 300"
        isStretched
        drawn="none"
        className="sealing-thread absolute inset-x-0 top-0 z-10 h-75 w-full md:hidden"
      />
      <Thread
        path="M-400 170 C -200 210, 40 90, 130 120 C 175 135, 190 186, 260 186"
        viewBox="0 0 260 248"
        isStretched
        drawn="none"
        className="sealing-thread absolute top-0 left-0 z-10 h-62 w-65 max-md:hidden"
      />
      <Thread
        path="M0 186 C 120 186, 230 178, 380 150 S 640 92, 830 118"
        viewBox="0 0 860 248"
        isStretched
        drawn="none"
        className="sealing-thread sealing-thread-on absolute top-0 left-65 h-62 w-[calc(100%-16.25rem)] max-md:hidden"
      />
    </>
  );
}

const place =
  'sealing-envelope absolute top-2.5 left-1/2 -ml-28.75 w-57.5 md:top-6.5 md:left-0 md:ml-0 md:w-65';

/** More would overlap what is wound round the card. */
const besideSound = 6;

function Sealed({ type, to }: { type: MemoryType; to: string }) {
  if (type === 'letter') return <SealedEnvelope to={to} />;
  const Cover = { photo: PhotoBack, video: Sleeve, audio: SoundCard }[type];
  return (
    <div className={`${place} packet`}>
      <Cover name={type === 'audio' && to.length > besideSound ? '' : to} />
    </div>
  );
}

/** Folds in three, bottom first. */
function Folding({ title, text }: { title: string; text: string | undefined }) {
  const panel = 'h-19.5 overflow-hidden border border-line-strong bg-card';
  return (
    <div className="folding absolute top-1 left-1/2 -ml-22.5 w-45 md:top-3 md:left-10 md:ml-0">
      <div className={`folding-top ${panel} border-b-0 px-4.5 pt-4`}>
        <p className="truncate font-serif text-[1.0625rem] leading-tight">{title}</p>
      </div>
      <div className={`${panel} border-y-0 px-4.5`}>
        <p className="line-clamp-4 font-serif text-[0.6875rem] leading-[1.45]">{text?.slice(0, 200)}</p>
      </div>
      <div className={`folding-bottom ${panel} border-t-0`} />
    </div>
  );
}

function SealedEnvelope({ to }: { to: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 460 290" className={`${place} overflow-visible`}>
      <rect x="1.5" y="1.5" width="457" height="287" rx="8.5" className="fill-gold-wash stroke-sleeve-edge" />
      <path
        d="M1.5 8 L208 156 Q230 172 252 156 L458.5 8 V280 Q458.5 288.5 450 288.5 H10 Q1.5 288.5 1.5 280Z"
        className="fill-paper stroke-sleeve-edge"
      />
      <path
        d="M5 287 L206 152 Q230 137 254 152 L455 287 Q453 288.5 450 288.5 H10 Q7 288.5 5 287Z"
        className="fill-sleeve stroke-sleeve-edge"
      />
      <path
        d="M1.5 9 Q2 1.5 9 1.5 H451 Q458 1.5 458.5 9 L252 157 Q230 173 208 157Z"
        className="fill-sleeve stroke-sleeve-edge"
      />
      <text x="230" y="252" textAnchor="middle" className="fill-ink font-serif text-[2.0625rem] italic">
        {to.length > 18 ? `${to.slice(0, 17)}…` : to}
      </text>
    </svg>
  );
}
