import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RecordDrawer } from './record-drawer.tsx';

test('closes once its record was deleted', () => {
  const onClose = vi.fn();
  const drawer = (error?: { message: string; isNotFound: boolean }) => (
    <RecordDrawer
      noun="supplier"
      read={{
        data: { name: 'Juba Cables' },
        error,
        isLoading: false,
        isRefreshing: false,
        refresh: () => {},
      }}
      title={({ name }) => name}
      subtitle={() => null}
      onClose={onClose}
    >
      {({ name }) => <p>{name}</p>}
    </RecordDrawer>
  );
  const { rerender } = render(drawer());
  expect(onClose).not.toHaveBeenCalled();
  rerender(drawer({ message: 'Supplier 3 was not found.', isNotFound: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
