import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../../client/session.ts';
import { aUser } from '../../../testing/samples.ts';
import { aChat, aMessage, aReply } from '../../../testing/assistant-samples.ts';
import { CHAT_KEY, chatServer } from '../../../testing/assistant-server.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, serveCalls } from '../../../testing/stub-server.tsx';
import { AssistantPage } from '../assistant-page.tsx';

const me = { ...aUser({ role: 'support' }), id: 7, fullName: 'Grace Akol' };
let chat: ReturnType<typeof chatServer>;
const served = serveCalls(() => chat.server);
beforeEach(() => {
  storeUser(me);
  chat = chatServer();
});

const open = async () => {
  renderAs('support', <AssistantPage />, `/dashboard?tab=ai&chat=${CHAT_KEY}`);
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
};
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const bubbles = () =>
  within(screen.getByRole('region', { name: 'Messages' })).queryAllByRole('listitem');
const header = () => within(screen.getByRole('region', { name: 'Chat' }));
const sent = () => callsOf(served.seen, 'POST /api/ai/chat');
const escalated = {
  status: 'escalated',
  ticketId: 4,
  ticketNumber: 'TKT-004',
  escalationReason: 'The customer asked for a person.',
};

test('a reply that needs a person says so, and the ticket can be opened', async () => {
  const user = userEvent.setup();
  chat.server.chat = () => {
    chat.change(escalated);
    return chat.answer('Let me talk to a person', {
      content: 'A person takes over this chat.',
      needsEscalation: true,
    });
  };
  await user.type(await open(), 'Let me talk to a person{Enter}');
  expect(await screen.findByText('Escalation Required')).toBeVisible();
  expect(screen.getByText('This issue requires human intervention.')).toBeVisible();
  expect(await header().findByText('Chat escalated')).toBeVisible();
  expect(header().getByRole('link', { name: 'TKT-004' })).toBeVisible();
  expect(header().queryByRole('button', { name: 'Hand to a person' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Juba Tea House Escalated' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  expect(within(bubbles()[1]!).getByText('needs a person')).toBeVisible();
  // The chat goes on.
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Open TKT-004' }));
  await waitFor(() => expect(address()).toContain('tab=support'));
  expect(address()).toContain('TKT-004');
});

test('the one who chats hands it to a person, with a reason', async () => {
  const user = userEvent.setup();
  chat.server.escalateChat = () => chat.change(escalated);
  await open();
  await user.click(header().getByRole('button', { name: 'Hand to a person' }));
  const form = within(await screen.findByRole('dialog', { name: 'Hand to a person' }));
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Asks for a discount');
  await user.click(form.getByRole('button', { name: 'Open ticket' }));
  expect(await screen.findByText('Escalation Required')).toBeVisible();
  expect(callsOf(served.seen, `POST /api/ai/sessions/${CHAT_KEY}/escalate`)[0]?.body).toEqual({
    reason: 'Asks for a discount',
  });
  expect(await header().findByText('Chat escalated')).toBeVisible();
});

test('rates the chat, and takes the rating back', async () => {
  const user = userEvent.setup();
  chat.server.rateChat = ({ body }) => chat.change(body as { rating: number | null });
  await open();
  const stars = within(screen.getByRole('group', { name: /Ask the customer/ }));
  const four = () => stars.getByRole('button', { name: '4 stars' });
  expect(four()).toHaveAttribute('aria-pressed', 'false');
  await user.click(four());
  await waitFor(() => expect(four()).toHaveAttribute('aria-pressed', 'true'));
  expect(stars.getByRole('button', { name: '1 star' })).toHaveAttribute('aria-pressed', 'false');
  await user.click(four());
  await waitFor(() => expect(four()).toHaveAttribute('aria-pressed', 'false'));
  const ratings = callsOf(served.seen, `PUT /api/ai/sessions/${CHAT_KEY}/rating`);
  expect(ratings.map(({ body }) => body)).toEqual([{ rating: 4 }, { rating: null }]);
  chat.server.rateChat = () => refuse('unavailable', 'The database does not answer.');
  await user.click(four());
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  expect(four()).toHaveAttribute('aria-pressed', 'false');
});

test('session buttons switch the chat; what was typed stays with its chat', async () => {
  const user = userEvent.setup();
  const other = { id: 6, sessionId: 'chat-garang', customerId: 9, customerNumber: 'SC009' };
  chat.state.chats.push(aChat({ ...other, customerName: 'Garang Hotel' }));
  chat.state.messages = [aMessage(), aReply()];
  const box = await open();
  await user.type(box, 'Not sent yet');
  await user.click(await screen.findByRole('button', { name: 'Garang Hotel Active' }));
  expect(await screen.findByRole('heading', { name: 'Garang Hotel' })).toBeVisible();
  expect(header().getByText('SC009')).toBeVisible();
  expect(bubbles()).toEqual([]);
  const otherBox = screen.getByRole('textbox', { name: 'Message' });
  expect(otherBox).toHaveValue('');
  expect(otherBox).toHaveFocus();
  expect(address()).toBe('/dashboard?tab=ai&chat=chat-garang');
  await user.click(screen.getByRole('button', { name: 'Juba Tea House Active' }));
  expect(await screen.findByText('You owe $450.00.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Not sent yet');
});

test('texts of customers are shown as text', async () => {
  const hostile = '<img src=x onerror="alert(1)"> <b>bold</b>';
  chat.change({ customerName: '<i>Tea</i>' });
  chat.state.messages = [aMessage({ content: hostile }), aReply({ content: `About ${hostile}` })];
  await open();
  expect(bubbles()[0]).toHaveTextContent(hostile);
  expect(bubbles()[1]).toHaveTextContent(`About ${hostile}`);
  expect(screen.getByRole('heading', { name: '<i>Tea</i>' })).toBeVisible();
  expect(document.querySelector('img, b, i:not([aria-hidden] i)')).toBeNull();
});

test('a message that failed keeps its text, and is sent again with the same key', async () => {
  const user = userEvent.setup();
  const answers = chat.server.chat!;
  chat.server.chat = () => {
    throw new Error('a fault of the server');
  };
  const box = await open();
  await user.type(box, 'How much do I owe?{Enter}');
  expect(await screen.findByText('Error')).toBeVisible();
  expect(screen.getByText('Failed to get AI response. Please try again.')).toBeVisible();
  expect(box).toHaveValue('How much do I owe?');
  expect(bubbles()).toEqual([]);
  chat.server.chat = answers;
  await user.type(box, '{Enter}');
  expect(await screen.findByText('You owe $450.00.')).toBeVisible();
  await waitFor(() => expect(box).toHaveValue(''));
  // The same words as a new message are another request.
  await user.type(box, 'How much do I owe?{Enter}');
  await waitFor(() => expect(bubbles()).toHaveLength(4));
  const [first, again, next] = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test('a message without a reply can be sent again; a closed chat offers a new one', async () => {
  const user = userEvent.setup();
  chat.state.messages = [aMessage()];
  chat.server.closeChat = () => chat.change({ status: 'closed' });
  chat.server.startChat = () => {
    chat.state.chats.push(aChat({ id: 7, sessionId: 'chat-second' }));
    return chat.state.chats.at(-1);
  };
  await open();
  expect(screen.getByText(/This message has no answer yet/)).toBeVisible();
  await user.click(header().getByRole('button', { name: 'End chat' }));
  expect(await screen.findByText('This chat is closed.')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  expect(header().getByText('Chat closed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start a new one' }));
  await waitFor(() => expect(address()).toBe('/dashboard?tab=ai&chat=chat-second'));
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('');
});
