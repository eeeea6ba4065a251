import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses a value in the Filter menu of the list that is shown; a list with one filter shows its values at once. */
export async function chooseFilter(filter: string, value: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  const menu = await screen.findByRole('menu');
  if (menu.getAttribute('aria-label') === 'Filters')
    await userEvent.click(
      within(menu).getByRole('menuitem', {
        name: (text) => text === filter || text.startsWith(`${filter}:`),
      }),
    );
  await userEvent.click(await screen.findByRole('menuitemradio', { name: value }));
}
