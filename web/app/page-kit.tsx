import type { ComponentType } from 'react';
import { ListViewsMenu } from '../parts/views/views-menu.tsx';
import '../ui/overlay/tooltip.ts';
import { ViewsMenu } from '../ui/table/views.ts';

/**
 * A page with what pages of lists need of the shell: the menu of saved views, and tooltips of buttons. It is loaded with
 * every page but the first screen.
 */
export function withKit<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <ViewsMenu.Provider value={ListViewsMenu}>
      <Page {...props} />
    </ViewsMenu.Provider>
  );
}
