import { Button } from '@blueprintjs/core';
import { BookmarkIcon, CaretDownIcon, LinkIcon, TickIcon, TrashIcon } from '@blueprintjs/icons';
import type { SavedView } from '@nimule/core/identity/views/schema';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ActionMenu, type MenuAction } from '../../ui/overlay/action-menu.tsx';
import { toast, toastError, toastFailure } from '../../ui/overlay/toaster.tsx';
import type { Failure } from '../../ui/table/readable.ts';
import type { ListState } from '../../ui/table/list-state.ts';

const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }));

/** The screen and the name of a list, by which its views are kept. */
function useListName(label: string): string {
  const { pathname, search } = useLocation();
  const tab = new URLSearchParams(search).get('tab');
  return `${pathname}${tab ? `?tab=${tab}` : ''} ${label}`;
}

async function copyLink(): Promise<void> {
  if (await copyText(window.location.href))
    toast('Link copied', 'It opens this list as it is now.');
  else toastError('The browser does not allow it. Copy the address of this page.', 'Not copied');
}

/**
 * Views that the user has saved of a list (decision 121): search, filters and order under a name. They are read when the
 * menu is about to be opened.
 */
export function ListViewsMenu({ list, label }: { list: ListState; label: string }) {
  const name = useListName(label);
  const [isWanted, setWanted] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [shown, setShown] = useState<number>();
  const read = useRead('listViews', { query: { list: name } }, { when: isWanted });
  const update = useMutation('updateView', { failure: 'The view could not be changed.' });
  const remove = useMutation('deleteView', { failure: 'The view could not be deleted.' });
  const views = read.data ?? [];
  const same = views.find(({ query }) => query === list.query);
  const last = same ?? views.find(({ id }) => id === shown);
  const failed = (error: unknown) => toastFailure(error as Failure);
  const show = (view: SavedView): MenuAction => ({
    label: view.name,
    ...(view === same && { icon: <TickIcon /> }),
    onClick: () => {
      setShown(view.id);
      list.showQuery(view.query);
    },
  });
  const replace = (view: SavedView) =>
    update
      .run({
        params: { id: view.id },
        body: { query: list.query, version: view.version },
      })
      .then(() => toast('View changed', view.name), failed);
  const discard = (view: SavedView) =>
    remove.run({ params: { id: view.id } }).then(() => toast('View deleted', view.name), failed);
  const actions: MenuAction[] = read.error
    ? [{ label: 'Read the views again', onClick: read.refresh }]
    : read.data
      ? views.map(show)
      : [{ label: 'Your views', onClick: () => undefined, disabledReason: 'are being read…' }];
  const want = () => setWanted(true);
  return (
    <>
      <ActionMenu
        label={`Views of ${label}`}
        actions={[
          ...actions,
          {
            label: 'Save this view…',
            icon: <BookmarkIcon />,
            onClick: () => setSaving(true),
            disabledReason: list.query === '' ? 'Search, filter or sort first' : undefined,
          },
          ...(last && last !== same
            ? [{ label: `Change “${last.name}” to this`, onClick: () => void replace(last) }]
            : []),
          { label: 'Copy a link to this view', icon: <LinkIcon />, onClick: () => void copyLink() },
          ...(last
            ? [
                {
                  label: `Delete “${last.name}”`,
                  icon: <TrashIcon />,
                  destructive: true,
                  onClick: () => void discard(last),
                },
              ]
            : []),
        ]}
      >
        <Button
          icon={<BookmarkIcon />}
          endIcon={<CaretDownIcon />}
          aria-label={`Views of ${label}`}
          text={same ? same.name : 'Views'}
          onPointerEnter={want}
          onFocus={want}
          onPointerDown={want}
        />
      </ActionMenu>
      {isSaving && (
        <Suspense>
          <SaveView
            list={name}
            query={list.query}
            onSaved={({ id }) => setShown(id)}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}
