import { Page } from '../../ui/Page.tsx';
export function DashboardPage() {
  return <Page title="Welcome Back">{null}</Page>;
}
