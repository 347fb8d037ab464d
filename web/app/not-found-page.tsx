import { ButtonLink } from '../ui/button-link.tsx';
import { Page } from '../ui/page.tsx';
import { SupportLink } from '../ui/support-link.tsx';

export function NotFoundPage() {
  return (
    <Page title="404 Page Not Found" lead="Did you forget to add the page to the router?">
      <title>Page not found · Long After</title>
      <p className="mb-3">This page does not exist. Everything you saved is safe.</p>
      <p className="mb-6 text-ink-soft">
        If a link brought you here, please tell us: <SupportLink />.
      </p>
      <ButtonLink href="/">Back to Home</ButtonLink>
    </Page>
  );
}
