/** The first link in the header of a page. It is inside the header because the notice of a closing service may be above both. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-full bg-pine px-6 py-3 font-semibold text-on-pine focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  );
}
