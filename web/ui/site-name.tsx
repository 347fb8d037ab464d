import { Link } from './link.tsx';

const look =
  'inline-flex min-h-11 items-center font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em]';

/** The name at the top of a page; without `href` it is not a link. */
export function SiteName({ href }: { href?: string }) {
  if (href === undefined) return <p className={look}>Long After</p>;
  return (
    <Link href={href} variant="plain" className={look}>
      Long After
    </Link>
  );
}
