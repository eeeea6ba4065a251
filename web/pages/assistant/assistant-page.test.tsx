import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import { aUser } from '../../testing/samples.ts';
import { aChat, aMessage, realStats } from '../../testing/assistant-samples.ts';
import { CHAT_KEY, chatServer } from '../../testing/assistant-server.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, serveCalls } from '../../testing/stub-server.tsx';
import { AssistantPage } from './assistant-page.tsx';

const me = { ...aUser({ role: 'support' }), id: 7, fullName: 'Grace Akol' };
let chat: ReturnType<typeof chatServer>;
const served = serveCalls(() => chat.server);
beforeEach(() => {
  storeUser(me);
  chat = chatServer();
});

const open = (query = '', role: Parameters<typeof renderAs>[0] = 'support') =>
  renderAs(role, <AssistantPage />, `/dashboard?tab=ai${query}`);
const openChat = async (role?: Parameters<typeof renderAs>[0]) => {
  open(`&chat=${CHAT_KEY}`, role);
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
};
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const bubbles = () =>
  within(screen.getByRole('region', { name: 'Messages' })).queryAllByRole('listitem');
const sent = () => callsOf(served.seen, 'POST /api/ai/chat');
const send = () => screen.getByRole('button', { name: 'Send message' });

/** Holds the answers of the chat back until `release` is called. */
function holdAnswers() {
  let release: (answer: unknown) => void = () => {};
  chat.server.chat = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  return (answer: unknown) => act(async () => release(answer));
}

test('shows the samples of the specification before there are chats', async () => {
  chat.state.chats = [];
  open();
  expect(screen.getByText('Loading the metrics...')).toBeInTheDocument();
  const metrics = within(screen.getByRole('region', { name: 'Metrics of the assistant' }));
  for (const [title, value] of [
    ['Resolution Rate', '87%'],
    ['Average Response Time', '2.3s'],
    ['Customer Satisfaction', '4.6/5'],
  ] as const) {
    const card = within(metrics.getByRole('region', { name: title }));
    expect(await card.findByText(value)).toBeVisible();
    expect(card.getByText('sample')).toBeVisible();
  }
  const active = within(metrics.getByRole('region', { name: 'Active Chats' }));
  expect(active.getByText('0')).toBeVisible();
  expect(active.queryByText('sample')).toBeNull();
  const issues = within(await screen.findByRole('region', { name: 'Common Issues' }));
  expect(issues.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Connection Issues45',
    'Billing Inquiries23',
    'Speed Problems18',
    'Account Changes14',
  ]);
  const knowledge = within(screen.getByRole('region', { name: 'Knowledge Base Training' }));
  expect(knowledge.getByText('94%')).toBeVisible();
  expect(knowledge.getByText('Never')).toBeVisible();
  expect(screen.getByText('Select a customer to start a new chat session')).toBeVisible();
  expect(await screen.findByText('You have no open chats.')).toBeVisible();
});

test('shows real figures without the word sample, with links to the chats behind them', async () => {
  chat.server.assistantStats = () => realStats;
  open();
  expect(await screen.findByText('6 ratings')).toBeVisible();
  expect(screen.getByText('1 with a person')).toBeVisible();
  expect(screen.queryByText('sample')).toBeNull();
  const performance = within(screen.getByRole('region', { name: 'Performance Metrics' }));
  expect(performance.getByText('small-model')).toBeVisible();
  expect(performance.getByText('120')).toBeVisible();
  expect(performance.getByRole('link', { name: '1' })).toHaveAttribute(
    'href',
    '/dashboard?tab=ai&view=chats&chats-status=escalated',
  );
  expect(screen.getByRole('link', { name: 'Billing Inquiries' })).toHaveAttribute(
    'href',
    '/dashboard?tab=ai&view=chats&chats-topic=billing',
  );
});

test('errors can be retried: the figures, the chats and an open chat', async () => {
  const user = userEvent.setup();
  const fine = { ...chat.server };
  const fails = () => refuse('unavailable', 'The database does not answer. Try again.');
  chat.server = { ...fine, assistantStats: fails, listChats: fails, getChat: fails };
  open(`&chat=${CHAT_KEY}`);
  const part = within(screen.getByRole('region', { name: 'Chat' }));
  expect(await part.findByText('The chat could not be loaded')).toBeVisible();
  expect(await screen.findByText('The chats could not be loaded.')).toBeVisible();
  chat.server = fine;
  await user.click(part.getByRole('button', { name: 'Try again' }));
  expect(await part.findByRole('heading', { name: 'Juba Tea House' })).toBeVisible();
  const chatsPart = within(screen.getByRole('navigation', { name: 'Chats' }));
  await user.click(chatsPart.getByRole('button', { name: 'Try again' }));
  expect(await chatsPart.findByRole('button', { name: 'Juba Tea House Active' })).toBeVisible();
});

test('says so when the user may not use the assistant, or the chat does not exist', async () => {
  chat.server.getChat = () => refuse('forbidden', 'You may not use the support chat.');
  const { unmount } = open(`&chat=${CHAT_KEY}`);
  expect(await screen.findByText('You may not use the support chat.')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  unmount();
  chat.server.getChat = () => refuse('notFound', 'There is no such chat.');
  open('&chat=chat-of-nobody');
  expect(await screen.findByText('There is no such chat.')).toBeVisible();
});

test('New Chat is disabled until a customer is chosen, then opens the chat with the focus in it', async () => {
  const user = userEvent.setup();
  chat.state.chats = [];
  chat.server.startChat = () => {
    chat.state.chats = [aChat()];
    return aChat();
  };
  open();
  const start = screen.getByRole('button', { name: 'New Chat' });
  expect(start).toBeDisabled();
  await user.type(screen.getByRole('combobox', { name: /^Customer/ }), 'tea');
  await user.click(await screen.findByRole('option', { name: /Juba Tea House/ }));
  expect(start).toBeEnabled();
  await user.click(start);
  expect(await screen.findByRole('heading', { name: 'Juba Tea House' })).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/ai/sessions')[0]?.body).toEqual({ customerId: 3 });
  expect(address()).toBe(`/dashboard?tab=ai&chat=${CHAT_KEY}`);
  const header = within(screen.getByRole('region', { name: 'Chat' }));
  expect(header.getByText('SC003')).toBeVisible();
  expect(header.getByText('Active')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  expect(start).toBeDisabled();
});

test('Enter sends and Shift+Enter begins a line; the button is disabled without text', async () => {
  const user = userEvent.setup();
  const box = await openChat();
  expect(send()).toBeDisabled();
  await user.type(box, '   ');
  expect(send()).toBeDisabled();
  await user.type(box, '{Enter}');
  await user.clear(box);
  await user.type(box, 'First line{Shift>}{Enter}{/Shift}second line');
  expect(box).toHaveValue('First line\nsecond line');
  expect(sent()).toEqual([]);
  // Enter that ends the choice of a letter in an input method.
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  expect(sent()).toEqual([]);
  await user.type(box, '{Enter}');
  expect(await screen.findByText('You owe $450.00.')).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([
    { customerId: 3, sessionId: CHAT_KEY, message: 'First line\nsecond line' },
  ]);
  expect(box).toHaveValue('');
  const [question, reply] = bubbles();
  expect(within(question!).getByText('Juba Tea House')).toBeVisible();
  expect(within(question!).getByText('24 Nov 2026, 10:00')).toBeVisible();
  expect(within(reply!).getByText('AI Assistant')).toBeVisible();
  expect(within(reply!).getByText('24 Nov 2026, 10:00')).toBeVisible();
});

test('while a reply is pending, the AI is typing and nothing else is sent', async () => {
  const user = userEvent.setup();
  const release = holdAnswers();
  const box = await openChat();
  await user.type(box, 'How much do I owe?');
  await user.click(send());
  expect(await screen.findByText('AI is typing')).toBeVisible();
  expect(bubbles()[0]).toHaveTextContent('How much do I owe?');
  await user.type(box, 'And what else?{Enter}');
  expect(send()).toBeDisabled();
  expect(sent()).toHaveLength(1);
  expect(box).toHaveValue('And what else?');
  await release(chat.answer('How much do I owe?'));
  expect(await screen.findByText('You owe $450.00.')).toBeVisible();
  expect(screen.queryByText('AI is typing')).toBeNull();
  expect(bubbles()).toHaveLength(2);
  expect(send()).toBeEnabled();
});

test('a person takes an escalated chat over, answers, notes the customer and hands back', async () => {
  const user = userEvent.setup();
  chat.change({ status: 'escalated', ticketNumber: 'TKT-001', ticketId: 1 });
  chat.server.takeOverChat = () =>
    chat.change({
      takenBy: me.fullName,
      takenById: me.id,
      takenAt: '2026-11-24T08:05:00.000Z',
    });
  chat.server.handBackChat = () => chat.change({ takenBy: '', takenById: null, takenAt: null });
  chat.server.answerInPerson = ({ body }) => {
    const said = aMessage({
      id: 9,
      role: 'staff',
      content: (body as { message: string }).message,
      typedBy: me.fullName,
    });
    chat.state.messages = [...chat.state.messages, said];
    return said;
  };
  await openChat();
  expect(screen.getByText('Assistant answers')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Answer in person' }));
  expect(await screen.findByText('You answer in person')).toBeVisible();
  const box = screen.getByRole('textbox', { name: 'Message' });
  await user.type(box, 'I look at it now.{Enter}');
  expect(await within(bubbles()[0]!).findByText('in person')).toBeVisible();
  expect(bubbles()[0]).toHaveTextContent('I look at it now.');
  expect(sent()).toEqual([]);
  chat.server.chat = ({ body }) => {
    const message = aMessage({ id: 10, content: (body as { message: string }).message });
    chat.state.messages = [...chat.state.messages, message];
    const none = { response: '', needsEscalation: false, escalationReason: '', reply: null };
    return { ...none, session: chat.change({}), message };
  };
  await user.click(screen.getByRole('radio', { name: 'Customer' }));
  await user.type(box, 'Thank you{Enter}');
  expect(
    await within(screen.getByRole('region', { name: 'Messages' })).findByText('Thank you'),
  ).toBeVisible();
  expect(sent()).toHaveLength(1);
  expect(screen.queryByText('AI is typing')).toBeNull();
  expect(screen.queryByText(/has no answer yet/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hand back to the assistant' }));
  expect(await screen.findByText('Assistant answers')).toBeVisible();
});

test('who comes second is told who has the chat, and may not hand it back', async () => {
  const user = userEvent.setup();
  chat.change({ status: 'escalated' });
  chat.server.takeOverChat = () => {
    chat.change({ takenBy: 'Mary Ayen', takenById: 77, takenAt: '2026-11-24T08:05:00.000Z' });
    return refuse('conflict', 'Mary Ayen answers this chat in person since 24 Nov 2026, 10:05.');
  };
  const { unmount } = open(`&chat=${CHAT_KEY}`, 'technician');
  await user.click(await screen.findByRole('button', { name: 'Answer in person' }));
  expect(
    await screen.findByText(/Mary Ayen answers this chat in person since/),
  ).toBeInTheDocument();
  unmount();
  open(`&chat=${CHAT_KEY}`, 'technician');
  expect(await screen.findByText('Mary Ayen answers in person')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hand back to the assistant' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.queryByRole('radio', { name: 'You' })).toBeNull();
});
