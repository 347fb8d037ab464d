import type { ReactNode } from 'react';

export interface ActionsProps {
  /** The way out, which changes nothing. */
  cancel?: ReactNode;
  /** What else can be done. */
  other?: ReactNode;
  /** What the dialog or form is for. */
  action: ReactNode;
}

/** Buttons in the same order everywhere: the way out first, the action last. */
export function Actions({ cancel, other, action }: ActionsProps) {
  return (
    <>
      {cancel}
      {other}
      {action}
    </>
  );
}

/** The row of buttons of a form or page. In dialogs, `Dialog` places them. */
export function ActionRow(props: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Actions {...props} />
    </div>
  );
}
