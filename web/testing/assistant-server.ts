import { aChat, aMessage, aReply, sampleStats } from './assistant-samples.ts';
import { aCustomer } from './samples.ts';
import { refuse, type StubServer } from './stub-server.tsx';

type Chat = ReturnType<typeof aChat>;
type Message = ReturnType<typeof aMessage>;

/** Key of the chat that has messages. */
export const CHAT_KEY = 'chat-tea-house';

/** A support chat with its state. `server` can be changed by the test. */
export function chatServer() {
  const state = { chats: [aChat()] as Chat[], messages: [] as Message[] };
  const open = () => state.chats.find(({ sessionId }) => sessionId === CHAT_KEY)!;

  /** Changes the chat and returns it. */
  const change = (changes: Partial<Chat>): Chat => {
    state.chats = state.chats.map((one) => (one === open() ? { ...one, ...changes } : one));
    return open();
  };

  /** Keeps a message with its reply, and returns the answer to it. */
  const answer = (text: string, reply: Partial<Message> = {}) => {
    const message = aMessage({ id: state.messages.length + 1, content: text });
    const given = aReply({ id: state.messages.length + 2, ...reply });
    state.messages = [...state.messages, message, given];
    return {
      response: given.content,
      needsEscalation: given.needsEscalation,
      escalationReason: open().escalationReason,
      session: open(),
      message,
      reply: given,
    };
  };

  const server: StubServer = {
    assistantStats: () => sampleStats,
    listChats: ({ query }) => {
      const { status } = query as { status?: string };
      const rows = state.chats.filter((one) => status === undefined || one.status === status);
      return { rows, total: rows.length };
    },
    getChat: ({ params }) => {
      const { sessionId } = params as { sessionId: string };
      const chat = state.chats.find((one) => one.sessionId === sessionId);
      if (!chat) return refuse('notFound', 'There is no such chat.');
      return { ...chat, messages: sessionId === CHAT_KEY ? state.messages : [] };
    },
    chat: ({ body }) => answer((body as { message: string }).message),
    listCustomers: () => ({ rows: [aCustomer()] }),
  };
  return { server, state, change, answer };
}
