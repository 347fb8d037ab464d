import { Children } from 'react';

/** An email address, alone or in a sentence. If the line is too short for it, it first breaks after the @ or a dot. */
export function EmailText({ children }: { children: string }) {
  return Children.map(children.split(/(?<=@|\w\.(?=\w))/), (part, place) => (
    <>
      {place > 0 && <wbr />}
      {part}
    </>
  ));
}

/** The address that a sentence is about. */
export function StrongEmail({ children }: { children: string }) {
  return (
    <strong className="font-semibold wrap-anywhere text-ink">
      <EmailText>{children}</EmailText>
    </strong>
  );
}
