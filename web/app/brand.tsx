import { Link } from '../ui/Link.tsx';

export function Brand() {
  return (
    <Link
      href="/"
      variant="plain"
      className="inline-flex min-h-11 items-center font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em]"
    >
      Long After
    </Link>
  );
}
