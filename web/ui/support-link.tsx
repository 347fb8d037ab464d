import { supportEmail } from '../lib/site-settings.ts';
import { Link } from './link.tsx';

/** The support address, spelled out for people whose browser opens no mail program. */
export function SupportLink() {
  const address = supportEmail();
  return (
    <Link href={`mailto:${address}`} className="inline-block max-w-full wrap-anywhere">
      {address}
    </Link>
  );
}
