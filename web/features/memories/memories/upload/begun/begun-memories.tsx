import { Check } from 'lucide-react';
import { useState } from 'react';
import { capitalized } from '../../../../../../shared/letter-case.ts';
import { letterMaxCharacters } from '../../../../../../shared/memories/memory-limits.ts';
import { Button } from '../../../../../ui/button.tsx';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { SectionHeading } from '../../../../../ui/section-heading.tsx';
import { toast } from '../../../../../ui/toast.ts';
import { describePlace, pathOf, useLetGo } from '../../drafts/drafts.ts';
import { excerptOf, memoryKinds } from '../../memory-facts.ts';
import { describeBegun, titleOf } from './begun-texts.ts';
import { type BegunMemory, begunPath, useBegunMemories } from './use-begun.ts';

const shownAtFirst = 4;

/** The unfinished memories, as sheets; each can be continued or discarded. */
export function BegunMemories({ ownerId }: { ownerId: string }) {
  const begun = useBegunMemories();
  const { letGo, bringBack } = useLetGo(ownerId);
  const [gone, setGone] = useState<readonly BegunMemory[]>([]);
  const [isWhole, setWhole] = useState(false);
  const isGone = (memory: BegunMemory) => gone.some((each) => pathOf(each) === pathOf(memory));
  const listed = [...begun.filter((memory) => !isGone(memory)), ...gone].sort(
    (one, other) => other.savedAtMs - one.savedAtMs,
  );
  if (listed.length === 0) return null;
  const left = begun.filter((memory) => !isGone(memory));
  const shown = isWhole ? listed : listed.slice(0, shownAtFirst);

  async function discard(memory: BegunMemory) {
    try {
      await letGo({ ...memory, values: { ...memory.values } });
      setGone((before) => [...before, memory]);
    } catch {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: 'It could not be let go, and is still here.',
      });
    }
  }

  async function undo(memory: BegunMemory) {
    setGone((before) => before.filter((each) => each !== memory));
    await bringBack({ ...memory, values: { ...memory.values } }).catch(() => undefined);
  }

  return (
    <section aria-labelledby="begun" className="mt-14">
      <SectionHeading id="begun">
        {left.length > 0 ? describeBegun(left.map(({ type }) => type)) : 'Let go'}
      </SectionHeading>
      <p className="-mt-3 mb-5 max-w-[60ch] text-ink-soft">
        {left.length === 1
          ? 'It is kept in your account until you finish it or let it go. Nobody receives what is not finished.'
          : 'They are kept in your account until you finish them or let them go. Nobody receives what is not finished.'}
      </p>
      <ul className="border-b border-line">
        {shown.map((memory) => (
          <li key={pathOf(memory)} className="border-t border-line py-5">
            {isGone(memory) ? (
              <LetGo memory={memory} onUndo={() => void undo(memory)} />
            ) : (
              <BegunSheet memory={memory} onDiscard={() => void discard(memory)} />
            )}
          </li>
        ))}
      </ul>
      {shown.length < listed.length && (
        <Button variant="quiet" size="small" className="mt-5" onPress={() => setWhole(true)}>
          Show all {listed.length}
        </Button>
      )}
    </section>
  );
}

function BegunSheet({ memory, onDiscard }: { memory: BegunMemory; onDiscard: () => void }) {
  const { type, values } = memory;
  const { icon: Icon } = memoryKinds[type];
  const title = titleOf(values);
  return (
    <div className="grid items-center gap-x-7.5 gap-y-4 md:grid-cols-[15.625rem_minmax(0,1fr)]">
      <div
        aria-hidden="true"
        className="h-32 overflow-hidden rounded-small border border-line bg-card px-5.5 py-5 shadow-card mask-b-from-60% md:h-37"
      >
        {values.content.trim() ? (
          <p className="font-serif text-body leading-relaxed wrap-anywhere whitespace-pre-line">
            {excerptOf(values.content)}
          </p>
        ) : (
          <Icon className="size-8 text-gold" strokeWidth={1.25} />
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-title wrap-anywhere">{title}</h3>
        <p className="text-small text-ink-soft">{capitalized(describePlace(memory))}</p>
        {type === 'letter' && (
          <p className="text-small text-ink-soft tabular-nums">
            {values.content.length.toLocaleString('en-US')} of {letterMaxCharacters.toLocaleString('en-US')}{' '}
            characters
          </p>
        )}
        {memory.isWaitOver && (
          <p className="flex items-center gap-1.5 text-small text-sage">
            <Check aria-hidden="true" className="size-4.5 flex-none" strokeWidth={2} />
            Your plan has room for it now.
          </p>
        )}
        <div className="mt-3.5 flex flex-wrap gap-x-6 gap-y-2">
          <ButtonLink href={begunPath(memory)} variant="quiet" size="small">
            Go on<span className="sr-only"> with “{title}”</span>
          </ButtonLink>
          <Button variant="text" size="small" className="text-ink-soft!" onPress={onDiscard}>
            Let it go<span className="sr-only"> “{title}”</span>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Replaces the sheet, so that nothing moves. */
function LetGo({ memory, onUndo }: { memory: BegunMemory; onUndo: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center justify-between gap-x-6 text-ink-soft">
      <span className="wrap-anywhere">
        {memory.values.title.trim() ? `“${memory.values.title}” has been let go.` : 'It has been let go.'}
      </span>
      <Button variant="text" size="small" ref={focusOnce} onPress={onUndo}>
        Undo
      </Button>
    </p>
  );
}

/** The pressed button disappears, and the focus would be lost with it. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}
