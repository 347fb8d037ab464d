import { Route, Switch } from 'wouter';
import { EmailLinkPage } from './email-link-page.tsx';
import { emailLinks } from './email-links.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

/** The pages that links in account mails lead to, and the form that requests a password reset. */
export function AccountLinksPage() {
  return (
    <Switch>
      <Route path="/forgot-password" component={ForgotPasswordPage} />
      <Route path="/reset-password/:token">
        {({ token }) => <ResetPasswordPage key={token} token={token} />}
      </Route>
      <Route path="/verify-email/:token">
        {({ token }) => <EmailLinkPage key={token} token={token} link={emailLinks['verify-email']} />}
      </Route>
      <Route path="/confirm-email/:token">
        {({ token }) => <EmailLinkPage key={token} token={token} link={emailLinks['confirm-email']} />}
      </Route>
      <Route path="/confirm-second-email/:token">
        {({ token }) => <EmailLinkPage key={token} token={token} link={emailLinks['confirm-second-email']} />}
      </Route>
      <Route path="/undo-email-change/:token">
        {({ token }) => <EmailLinkPage key={token} token={token} link={emailLinks['undo-email-change']} />}
      </Route>
      <Route path="/undo-two-factor/:token">
        {({ token }) => <EmailLinkPage key={token} token={token} link={emailLinks['undo-two-factor']} />}
      </Route>
    </Switch>
  );
}
