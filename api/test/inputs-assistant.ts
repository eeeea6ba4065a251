import { randomUUID } from 'node:crypto';
import type { StaffActor } from '@nimule/core/identity/actor';
import { invoke } from '@nimule/core/invoke';
import type { Operation } from '@nimule/core/routes';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import type { CallInput } from './call-input.ts';

const shell = { kind: 'shell', osUser: 'test' } as const;

/** Inputs of operations on chats; `caller` is who will call, `aCustomer` answers the id of a customer. */
export function assistantInputs(
  app: TestApp,
  caller: StaffActor,
  aCustomer: () => Promise<unknown>,
): Partial<Record<Operation, () => Partial<CallInput> | Promise<Partial<CallInput>>>> {
  const newChat = async () => {
    const body = { customerId: String(await aCustomer()) };
    const made = await invoke(app, shell, 'startChat', { body });
    return { params: { sessionId: (made.body as { sessionId: string }).sessionId } };
  };
  const escalated = async () => {
    const chat = await newChat();
    await invoke(app, shell, 'escalateChat', { ...chat, body: {} });
    return chat;
  };
  return {
    getChat: newChat,
    async chat() {
      const body = { customerId: String(await aCustomer()), sessionId: randomUUID() };
      return { body: { ...body, message: 'What do I owe?' } };
    },
    rateChat: async () => ({ ...(await newChat()), body: { rating: '5' } }),
    escalateChat: newChat,
    closeChat: newChat,
    takeOverChat: escalated,
    async answerInPerson() {
      const chat = await escalated();
      await invoke(app, caller, 'takeOverChat', chat);
      return { ...chat, body: { message: 'We come today.' } };
    },
    handBackChat: newChat,
  };
}
