import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Actions, type ActionsProps } from './actions.tsx';
import { joinClasses } from './join-classes.ts';

export interface DialogProps {
  isOpen: boolean;
  /** Called with false on Escape, the close button and a press outside. */
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  /** Stays in view while the content scrolls. */
  actions?: ActionsProps;
  /** What the actions are about, such as a sum; shown before them. */
  note?: ReactNode;
  size?: 'small' | 'medium' | 'large' | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** False for questions: no close button and no closing by a press outside. Escape still calls onOpenChange. */
  isDismissable?: boolean | undefined;
  /** While true, the dialog cannot be closed, not even with Escape. */
  isBusy?: boolean | undefined;
  describedBy?: string | undefined;
}

const widths = { small: 'md:max-w-115', medium: 'md:max-w-150', large: 'md:max-w-210' };

const veil =
  'fixed inset-0 z-40 flex items-end justify-center bg-veil data-entering:animate-appear data-exiting:animate-leave md:items-center md:p-6';

const sheet =
  'w-full rounded-t-card bg-card shadow-raised md:rounded-card border border-line data-entering:animate-rise data-exiting:animate-leave';

// On tall enough phones, leaves room for a toast above the sheet, so that it does not cover the close button.
const heights =
  'max-h-[calc(100dvh-24px)] max-md:[@media(min-height:400px)]:max-h-[calc(100dvh-88px)] md:max-h-[calc(100dvh-48px)]';

export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, children, actions, note, size = 'medium', isBusy = false } = props;
  const isDismissable = props.isDismissable !== false && !isBusy;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={isBusy}
      className={veil}
    >
      <Modal className={joinClasses(sheet, widths[size])}>
        <AriaDialog
          role={props.role ?? 'dialog'}
          {...(props.describedBy ? { 'aria-describedby': props.describedBy } : {})}
          className={joinClasses('flex flex-col outline-none', heights)}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-2 md:px-7 md:pt-6">
            <Heading slot="title" className="text-title">
              {title}
            </Heading>
            {isDismissable && <CloseButton onPress={() => onOpenChange(false)} />}
          </header>
          <div
            ref={makeReachable}
            className="scroll-edge overflow-y-auto overscroll-contain px-5 pt-1 pb-6 outline-offset-[-3px] md:px-7"
          >
            {children}
          </div>
          {actions && (
            <footer className="flex flex-col-reverse gap-3 border-t border-line px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] md:flex-row md:flex-wrap md:justify-end md:px-7">
              {note}
              <Actions {...actions} />
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Makes overflowing content focusable, so that it can be scrolled with the keyboard. */
export function makeReachable(content: HTMLElement | null) {
  if (!content) return;
  const look = () => {
    if (content.scrollHeight > content.clientHeight) content.tabIndex = 0;
    else content.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(content);
  for (const part of content.children) sizes.observe(part);
  return () => sizes.disconnect();
}

function CloseButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      className="-mt-2 -mr-2 grid size-11 flex-none place-items-center rounded-full text-ink-soft transition-colors hover:bg-pine-wash hover:text-ink"
      onClick={onPress}
    >
      <X aria-hidden="true" className="size-5.5" strokeWidth={1.5} />
    </button>
  );
}
