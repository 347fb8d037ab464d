import { Route, Switch, useLocation } from 'wouter';
import { lazyComponent } from '../lib/lazy.ts';
import { Arrival } from './arrival.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const CheckoutPage = lazyComponent(
  async () => (await import('../features/billing/payments/checkout-page.tsx')).CheckoutPage,
);

const CheckoutSuccessPage = lazyComponent(
  async () => (await import('../features/billing/payments/checkout-success-page.tsx')).CheckoutSuccessPage,
);

const CounselingPage = lazyComponent(
  async () => (await import('../features/care/counseling/counseling-page.tsx')).CounselingPage,
);

const DashboardPage = lazyComponent(
  async () => (await import('../features/home/dashboard/dashboard-page.tsx')).DashboardPage,
);

const LegacyPage = lazyComponent(
  async () => (await import('../features/memories/legacy/legacy-page.tsx')).LegacyPage,
);

const ItemsPage = lazyComponent(
  async () => (await import('../features/keepsakes/physical-items/items-page.tsx')).ItemsPage,
);

const MemoryScreen = lazyComponent(async () => (await import('./memory-screen.tsx')).MemoryScreen);

const PersonPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/life-thread/person-page.tsx')).PersonPage,
);

const PreviewPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/previews/preview-page.tsx')).PreviewPage,
);

const RecipientsPage = lazyComponent(
  async () =>
    (await import('../features/delivery/deliveries/life-thread/recipients-page.tsx')).RecipientsPage,
);

const RehearsalScreen = lazyComponent(async () => (await import('./rehearsal-screen.tsx')).RehearsalScreen);

const SchedulesPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/schedules/schedules-page.tsx')).SchedulesPage,
);

const SettingsPage = lazyComponent(async () => (await import('./settings/settings-page.tsx')).SettingsPage);

const SheetPage = lazyComponent(
  async () => (await import('../features/after-death/release-wishes/sheet/sheet-page.tsx')).SheetPage,
);

const StorePage = lazyComponent(
  async () => (await import('../features/store/gifts/store-page.tsx')).StorePage,
);

const WentOutPage = lazyComponent(
  async () => (await import('../features/after-death/death-cases/releases/went-out-page.tsx')).WentOutPage,
);

const UploadScreen = lazyComponent(async () => (await import('./upload-screen.tsx')).UploadScreen);

/** If a page crashes, the bars stay, and navigating away recovers. */
export function SignedInPages() {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Switch>
        <Route path="/" component={DashboardPage} />
        <Route path="/upload" component={UploadScreen} />
        <Route path="/memories/:id">{({ id }) => <MemoryScreen id={id} />}</Route>
        <Route path="/preview/:id">{({ id }) => <PreviewPage key={id} memoryId={id} />}</Route>
        <Route path="/legacy" component={LegacyPage} />
        <Route path="/schedule" component={SchedulesPage} />
        <Route path="/rehearsal" component={RehearsalScreen} />
        <Route path="/recipients" component={RecipientsPage} />
        <Route path="/recipients/:id" component={PersonPage} />
        <Route path="/store" component={StorePage} />
        <Route path="/counselor" component={CounselingPage} />
        <Route path="/physical-items" component={ItemsPage} />
        <Route path="/settings" component={SettingsPage} />
        <Route path="/settings/sheet" component={SheetPage} />
        <Route path="/what-went-out" component={WentOutPage} />
        <Route path="/checkout" component={CheckoutPage} />
        <Route path="/checkout-success" component={CheckoutSuccessPage} />
        <Route component={NotFoundPage} />
      </Switch>
      <Arrival />
    </ErrorBoundary>
  );
}
