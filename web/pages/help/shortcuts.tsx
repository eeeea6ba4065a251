import { Fragment } from 'react';
import { Panel } from '../../ui/page.tsx';
import styles from './help.module.css';

const groups: readonly { title: string; keys: readonly [string, string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search, and do: type a name, a number, or what you want to do'],
      ['/', 'The same, unless you are typing'],
      ['?', 'The help for this screen, unless you are typing'],
      ['Escape', 'Closes what is open'],
      ['Tab', 'To the next field or button; Shift Tab back'],
    ],
  },
  {
    title: 'In the search',
    keys: [
      ['↓ ↑', 'The next or previous result'],
      ['Enter', 'Opens it; typed at once, it waits for the answer'],
      ['Backspace', 'In the empty box: takes back what was chosen'],
    ],
  },
  {
    title: 'In forms',
    keys: [
      ['Enter', 'Saves, from a field of one line'],
      ['Ctrl Enter', 'Saves, where Enter begins a new line; posts a journal entry'],
      ['Escape', 'Closes the form, and asks first if something was typed'],
    ],
  },
  {
    title: 'In lists',
    keys: [
      ['Enter', 'Opens the row'],
      ['← →', 'From one tab to the next, and over the days of the month of attendance'],
    ],
  },
];

/** The keys of the portal. */
export function Shortcuts() {
  return groups.map(({ title, keys }) => (
    <Panel key={title} title={title}>
      <dl className={styles.keys}>
        {keys.map(([key, does]) => (
          <Fragment key={`${key} ${does}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  ));
}
