import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { type Navigator, Router } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SEARCH_DELAY_MS, useListState } from './list-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Addresses that were asked for, and what shows one of them. */
const asked: string[] = [];
let show = (_search: string) => {};

function Search() {
  const { searchText, setSearchText } = useListState({ sort: 'name' });
  return <input value={searchText} onChange={({ target }) => setSearchText(target.value)} />;
}

/** A router that takes an address over only when it is told to. */
function LateRouter() {
  const [search, setSearch] = useState('');
  show = (text) => act(() => setSearch(text));
  const take: Navigator['replace'] = (to) => {
    asked.push((to as { search: string }).search);
  };
  const navigator: Navigator = { createHref: String, go: () => {}, push: take, replace: take };
  return (
    <Router location={{ pathname: '/', search }} navigator={navigator}>
      <Search />
    </Router>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('textbox');
function type(text: string): void {
  fireEvent.change(box(), { target: { value: text } });
  act(() => {
    vi.advanceTimersByTime(SEARCH_DELAY_MS);
  });
}

test('an address of its own that comes late does not bring back the text of before', () => {
  render(<LateRouter />);
  type('w');
  type('wau');
  expect(asked).toEqual(['?q=w', '?q=wau']);
  show('?q=w');
  expect(box().value).toBe('wau');
  show('?q=wau');
  expect(box().value).toBe('wau');
  // One of somebody else does: back, forward, a link.
  show('?q=w');
  expect(box().value).toBe('w');
});
