import { ButtonLink } from '../ui/button-link.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="404 Page Not Found" lead="Did you forget to add the page to the router?">
      <title>Page not found · Long After</title>
      <ButtonLink href="/">Back to Home</ButtonLink>
    </Page>
  );
}
