import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { useOwnKeepCurrent } from './queries.ts';

/** While something is due: the owner's own link, for paying or for sending to somebody. */
export function OwnLink() {
  const { data } = useOwnKeepCurrent();
  const [isCopied, setCopied] = useState(false);
  if (!data?.url) return null;
  const { url } = data;

  async function copy() {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  }

  return (
    <div className="grid gap-3 rounded-choice border border-line bg-gold-wash px-4.5 py-4">
      <p>
        Months are due on your account. You can pay them here, or send the address to somebody who pays for
        you. They need no account, and see nothing of what you have left.
      </p>
      <p className="text-small break-all text-ink-soft">{url}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={new URL(url).pathname} size="small">
          See what is due
        </ButtonLink>
        <Button variant="quiet" size="small" onPress={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy the address'}
        </Button>
      </div>
    </div>
  );
}
