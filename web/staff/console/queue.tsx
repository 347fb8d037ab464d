import { Fragment } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { BulkBar } from './bulk.tsx';
import { ListKeysHelp } from './list-keys.tsx';
import { QueueList, StaffPage } from './queue-page.tsx';
import { QueueRow } from './queue-row.tsx';
import { type Acting, type Listed, type ListPage, type QueueProps, useQueue } from './use-queue.ts';

/** The page of a queue: the list, whose rows open in place, its filters and keys, and actions on one or several records. */
export function Queue<
  Item extends Listed,
  List extends ListPage,
  Action extends string = never,
  Filter extends string = never,
>(props: QueueProps<Item, List, Action, Filter>) {
  const { title, description, beside, noun, empty, filters, row, headingOf, bulk } = props;
  const { list, items, paging, narrowing, opened, act, acting, chosen, several, keys } = useQueue(props);
  return (
    <StaffPage title={title} description={description} actions={beside}>
      <QueueList
        noun={noun}
        list={list}
        isEmpty={items.length === 0}
        empty={empty}
        filters={filters?.(narrowing)}
        paging={paging}
      >
        {bulk && items.length > 0 && bulk.isOffered?.(items) !== false && (
          <BulkBar {...chosen} acts={bulk.acts} total={items.length} onBegin={several.begin} />
        )}
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {headingOf && (
              <Heading text={headingOf(item)} previous={items.slice(index - 1, index).map(headingOf)[0]} />
            )}
            <QueueRow
              id={item.id}
              choosing={
                bulk && {
                  name: bulk.nameOf(item),
                  isChosen: chosen.has(item.id),
                  onChoose: () => chosen.toggle(item.id),
                }
              }
              isOpen={item.id === opened.id}
              onToggle={() => opened.toggle(item.id)}
              content={row(item)}
              onAct={(action) => act(item, action)}
            />
          </Fragment>
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {several.dialogs}
      {acting && <ActingDialog {...props} acting={acting} />}
    </StaffPage>
  );
}

function ActingDialog<
  Item extends Listed,
  List extends ListPage,
  Action extends string,
  Filter extends string,
>({ acting, requestOf, dialog }: QueueProps<Item, List, Action, Filter> & { acting: Acting<Item, Action> }) {
  if (!requestOf) return dialog?.(acting);
  return <ActionDialog request={requestOf(acting.item, acting.action)} onClose={acting.onClose} />;
}

function Heading({ text, previous }: { text: string; previous: string | undefined }) {
  if (text === previous) return null;
  return (
    <li className="border-t border-line bg-gold-wash px-4 py-2 text-small font-semibold md:px-6">{text}</li>
  );
}
