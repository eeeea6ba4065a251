import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anArticle, aTraining, sampleStats } from '../../../testing/assistant-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { AssistantPage } from '../assistant-page.tsx';
import { keywordsOf } from './keywords.ts';

let server: StubServer;
let articles: ReturnType<typeof anArticle>[];
const served = serveCalls(() => server);
beforeEach(() => {
  articles = [anArticle()];
  server = {
    assistantStats: () => sampleStats,
    listChats: () => ({ rows: [], total: 0 }),
    listArticles: () => ({ rows: articles, total: articles.length }),
    getTraining: () => aTraining,
  };
});

const open = (view: string, role: Parameters<typeof renderAs>[0] = 'manager') =>
  renderAs(role, <AssistantPage />, `/dashboard?tab=ai&view=${view}`);

/** Disabled with a reason, which stays readable by the keyboard. */
const refused = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

test('Update AI Training says what was learned, or that it failed', async () => {
  const user = userEvent.setup();
  server.getTraining = () => ({ last: null, openQuestions: [] });
  server.trainAssistant = () => refuse('unavailable', 'The database does not answer.');
  open('training');
  expect(await screen.findByText(/Not trained yet/)).toBeVisible();
  expect(screen.getByText('Every question had an answer')).toBeVisible();
  const train = screen.getByRole('button', { name: 'Update AI Training' });
  await user.click(train);
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  server.getTraining = () => aTraining;
  server.trainAssistant = () => aTraining;
  await user.click(train);
  expect(await screen.findByText('AI training updated')).toBeVisible();
  // In the toast and in the panel.
  expect(await screen.findAllByText(aTraining.last.summary)).toHaveLength(2);
  expect(screen.getByText('520, 12 new')).toBeVisible();
});

test('an article is written for a question without an answer', async () => {
  const user = userEvent.setup();
  server.createArticle = ({ body }) => anArticle({ id: 10, ...(body as object) });
  open('training');
  const questions = within(
    await screen.findByRole('table', { name: 'Questions without an answer' }),
  );
  expect(questions.getByRole('link', { name: 'Do you sell cables?' })).toHaveAttribute(
    'href',
    '/dashboard?tab=ai&chat=chat-tea-house',
  );
  await user.click(questions.getByRole('button', { name: 'Write an article' }));
  const form = await openedForm('Add Article');
  expect(form.getByRole('textbox', { name: 'Keywords' })).toHaveValue('you sell cables');
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Cables');
  await user.type(form.getByRole('textbox', { name: /^Text/ }), 'We sell no cables.');
  await user.click(form.getByRole('button', { name: 'Save article' }));
  expect(await screen.findByText('Article added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/ai/articles')[0]?.body).toEqual({
    title: 'Cables',
    topic: 'general',
    body: 'We sell no cables.',
    keywords: 'you sell cables',
    isActive: true,
  });
});

test('a technician reads the articles, but neither changes them nor trains', async () => {
  const user = userEvent.setup();
  const { rerenderAs } = open('articles', 'technician');
  expect(await screen.findByText('How to pay an invoice')).toBeVisible();
  expect(refused(screen.getByRole('button', { name: 'Add Article' }))).toBe(true);
  for (const name of ['Edit How to pay an invoice', 'Delete How to pay an invoice'])
    expect(refused(screen.getByRole('button', { name }))).toBe(true);
  await user.click(screen.getByText('How to pay an invoice'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Training' }));
  const train = await screen.findByRole('button', { name: 'Update AI Training' });
  expect(refused(train)).toBe(true);
  await user.click(train);
  expect(callsOf(served.seen, 'POST /api/ai/training')).toEqual([]);
  rerenderAs('support');
  expect(refused(await screen.findByRole('button', { name: 'Update AI Training' }))).toBe(false);
});

test('an article is changed and deleted', async () => {
  const user = userEvent.setup();
  server.getArticle = () => articles[0];
  server.updateArticle = ({ body }) => {
    articles = [anArticle({ ...(body as object), version: 3 })];
    return articles[0];
  };
  server.deleteArticle = () => {
    articles = [];
    return { removed: true };
  };
  open('articles');
  await user.click(await screen.findByRole('button', { name: 'Edit How to pay an invoice' }));
  const form = await openedForm('Edit Article');
  await user.click(form.getByRole('checkbox', { name: 'The assistant answers with it' }));
  await user.click(form.getByRole('button', { name: 'Save article' }));
  expect(await screen.findByText('Article changed')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/ai/articles/9')[0]?.body).toMatchObject({
    isActive: false,
    version: 2,
  });
  const table = within(screen.getByRole('region', { name: 'Articles' }));
  expect(await table.findByText('Inactive', { selector: 'tbody *' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete How to pay an invoice' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Delete How to pay an invoice?' }),
  );
  await user.click(question.getByRole('button', { name: 'Delete article' }));
  expect(await screen.findByText('Article deleted')).toBeVisible();
  expect(await screen.findByText('No articles yet')).toBeVisible();
});

test('the keywords of a question are its words, each once, without short ones', () => {
  expect(keywordsOf('Do you sell CABLES? I need cables, 20 m')).toBe('you sell cables need');
  expect(keywordsOf('؟ هل تبيعون كابلات')).toBe('تبيعون كابلات');
  expect(keywordsOf('a '.repeat(400))).toBe('');
  const many = Array.from({ length: 200 }, (_, n) =>
    String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26)).repeat(3),
  ).join(' ');
  expect(keywordsOf(many).length).toBeLessThanOrEqual(500);
});
