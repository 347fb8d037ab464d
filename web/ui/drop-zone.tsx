import { type LucideIcon, Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { FileButton, passOn } from './file-button.tsx';
import { joinClasses } from './join-classes.ts';

export interface DropZoneProps {
  /** What to drop here, in one sentence. */
  label: ReactNode;
  /** Accepted types and size. */
  description: ReactNode;
  buttonLabel: string;
  accept: string;
  onSelect: (file: File) => void;
  /** Allows several files to be chosen or dropped at once, and is called with them. */
  onSelectSeveral?: ((files: File[]) => void) | undefined;
  /** A leading button, before the file button, which is then the second way. */
  lead?: ReactNode;
  icon?: LucideIcon | undefined;
  /** Further buttons. */
  children?: ReactNode;
}

/** Dropping is a shortcut; the button does the same for keyboards and touch screens. */
export function DropZone(props: DropZoneProps) {
  const { label, description, buttonLabel, accept, onSelect, lead, children } = props;
  const { icon: Icon = Upload, onSelectSeveral } = props;
  const about = <p className="max-w-[44ch] text-small text-ink-soft">{description}</p>;
  return (
    <DropArea
      onSelect={onSelect}
      onSelectSeveral={onSelectSeveral}
      className="group grid justify-items-center gap-3 px-5 py-10 text-center"
    >
      <Icon aria-hidden="true" className="size-8 text-gold" strokeWidth={1.25} />
      <p className="font-serif text-title pointer-coarse:hidden">
        <span className="group-data-over:hidden">{label}</span>
        <span className="hidden group-data-over:inline">Let go to add it</span>
      </p>
      {!lead && about}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {lead}
        <FileButton
          variant={lead ? 'quiet' : 'primary'}
          accept={accept}
          onSelect={onSelect}
          onSelectSeveral={onSelectSeveral}
        >
          {buttonLabel}
        </FileButton>
        {children}
      </div>
      {lead && about}
    </DropArea>
  );
}

interface DropAreaProps {
  onSelect: ((file: File) => void) | undefined;
  onSelectSeveral?: ((files: File[]) => void) | undefined;
  className: string;
  children: ReactNode;
}

/** The dashed field alone, for custom layouts. It has `data-over` while a file is above it. */
export function DropArea({ onSelect, onSelectSeveral, className, children }: DropAreaProps) {
  const { isOver, handlers } = useFileDrop(onSelect, onSelectSeveral);
  return (
    <div
      {...handlers}
      data-over={isOver || undefined}
      className={joinClasses(
        'rounded-card border-[1.5px] border-dashed transition-colors pointer-coarse:border-solid',
        isOver ? 'border-pine bg-pine-wash' : 'border-line-strong bg-card',
        className,
      )}
    >
      {children}
    </div>
  );
}

function useFileDrop(onSelect: DropAreaProps['onSelect'], onSelectSeveral: DropAreaProps['onSelectSeveral']) {
  // Children fire enter and leave events too, so a counter tells whether the pointer is still inside.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);

  function change(by: number) {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }

  function hold(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    if (onSelect) passOn([...event.dataTransfer.files], onSelect, onSelectSeveral);
  }

  const handlers = onSelect && {
    onDragEnter: () => change(1),
    onDragLeave: () => change(-1),
    onDragOver: hold,
    onDrop: drop,
  };
  return { isOver, handlers };
}
