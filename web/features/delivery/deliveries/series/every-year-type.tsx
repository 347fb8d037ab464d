import { joinClasses } from '../../../../ui/join-classes.ts';
import { schedulePath } from '../schedules/form/asked-plan.ts';
import { DeliveryTypeChoice, useSwitchForm } from '../schedules/form/delivery-type.tsx';

interface EveryYearTypeProps {
  recipientId: string | null;
  className: string;
}

/** The choice between a date, every year and after a death, as shown in the form for every year. */
export function EveryYearType({ recipientId, className }: EveryYearTypeProps) {
  const switchForm = useSwitchForm();
  const recipientIds = recipientId === null ? null : [recipientId];
  return (
    <div className={joinClasses('md:min-w-96', className)}>
      <DeliveryTypeChoice
        value="every_year"
        onChange={(deliveryType) => {
          if (deliveryType === 'every_year') return;
          switchForm(schedulePath({ memoryId: null, recipientIds, date: null, deliveryType }));
        }}
      />
    </div>
  );
}
