import { type ReactNode, useState } from 'react';
import type { ActionRequest } from './action-dialog.tsx';
import { bulkKey, useBulk, useChosen } from './bulk.tsx';
import type { BulkAct } from './bulk-run.ts';
import type { FilterProps } from './filters.tsx';
import { useListKeys } from './list-keys.tsx';
import { useStaffList } from './queries.ts';
import type { RowContent } from './row-buttons.tsx';

export type Listed = { id: string };
export type ListPage = { next: object | null };

/** The chosen action; its dialog asks for a reason and carries it out. */
export interface Acting<Item, Action> {
  /** As it was when the dialog opened: the page behind it may change. */
  item: Item;
  action: Action;
  onClose: () => void;
}

export interface QueueProps<
  Item extends Listed,
  List extends ListPage,
  Action extends string,
  Filter extends string,
> {
  path: string;
  title: string;
  description: ReactNode;
  beside?: ReactNode;
  /** What the list contains, for the texts of its states: "deliveries". */
  noun: string;
  empty: { title: string; description: ReactNode };
  itemsOf: (list: List) => readonly Item[];
  /** The fields of `next`, which say after which record a page begins. */
  placeNames: readonly (keyof NonNullable<List['next']> & string)[];
  /** What the list can be filtered or sorted by, as stored in the URL. */
  filterNames?: readonly Filter[];
  filters?: (props: FilterProps<Filter>) => ReactNode;
  row: (item: Item) => RowContent<Action>;
  /** Shown above the first row of each group that shares it. */
  headingOf?: (item: Item) => string;
  requestOf?: (item: Item, action: Action) => ActionRequest;
  /** Used instead of `requestOf` by an action that has its own dialog. */
  dialog?: (acting: Acting<Item, Action>) => ReactNode;
  keys?: readonly { key: string; label: string; actionOf: (item: Item) => Action | undefined }[];
  bulk?: {
    acts: readonly BulkAct<Item>[];
    nameOf: (item: Item) => string;
    /** Whether to offer it for these items. */
    isOffered?: (items: readonly Item[]) => boolean;
  };
}

export function useQueue<
  Item extends Listed,
  List extends ListPage,
  Action extends string,
  Filter extends string,
>({ path, filterNames = [], placeNames, itemsOf, keys = [], bulk }: QueueProps<Item, List, Action, Filter>) {
  const { list, filters, narrow, paging } = useStaffList<List, Filter, string>(path, {
    filters: filterNames,
    places: placeNames,
  });
  const items = list.data ? itemsOf(list.data) : [];
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ item: Item; action: Action }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const act = (item: Item, action: Action) => setActing({ item, action });
  const chosen = useChosen(items);
  const several = useBulk(chosen);
  const onFocused = (actionOf: (item: Item) => Action | undefined) => (focused: string) => {
    const item = items.find(({ id }) => id === focused);
    const action = item && actionOf(item);
    if (action) act(item, action);
  };
  return {
    list,
    items,
    paging,
    narrowing: { filters, onChange: narrow },
    opened: { id: openId, toggle },
    act,
    acting: acting && { ...acting, onClose: () => setActing(undefined) },
    chosen,
    several,
    keys: useListKeys({
      ids: items.map(({ id }) => id),
      onOpen: toggle,
      keys: [
        ...(bulk ? [{ key: 'x', label: 'choose', act: chosen.toggle }, bulkKey] : []),
        ...keys.map(({ actionOf, ...each }) => ({ ...each, act: onFocused(actionOf) })),
      ],
      isOff: acting !== undefined || several.isOpen,
    }),
  };
}
