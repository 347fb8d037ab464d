import type { ReactNode } from 'react';
import { FieldDescription, FieldError, type FieldIds, type FieldText, LabelText } from './field.tsx';
import { joinClasses } from './join-classes.ts';

export interface FieldSetProps extends FieldText {
  ids: FieldIds;
  children: ReactNode;
}

/** Legend, description and error around several controls that answer one question. */
export function FieldSet({ ids, children, ...text }: FieldSetProps) {
  const describedBy = joinClasses(!!text.description && ids.description, !!text.error && ids.error);
  return (
    <fieldset
      aria-labelledby={ids.label}
      aria-describedby={describedBy || undefined}
      data-refused={text.error ? true : undefined}
      className={joinClasses('grid min-w-0 content-start gap-2', text.className)}
    >
      <legend id={ids.label} className={text.isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>
        <LabelText text={text} />
      </legend>
      <FieldDescription id={ids.description}>{text.description}</FieldDescription>
      {children}
      <FieldError id={ids.error}>{text.error}</FieldError>
    </fieldset>
  );
}
