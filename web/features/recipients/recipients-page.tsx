import { Page } from '../../ui/Page.tsx';
export function RecipientsPage() {
  return <Page title="Welcome Back">{null}</Page>;
}
