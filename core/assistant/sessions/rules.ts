import { formatInstant } from '../../kernel/dates.ts';
import type { IssueType, Priority } from '../../support/schema.ts';
import type { EscalationReason } from '../rules-driver.ts';
import type { ChatMessage, ChatSession, Topic } from '../schema.ts';

export const topicLabels: Record<Topic, string> = {
  connection: 'Connection Issues',
  speed: 'Speed Problems',
  billing: 'Billing Inquiries',
  equipment: 'Equipment Problems',
  account: 'Account Changes',
  complaint: 'Complaints',
  outage: 'Outages',
  general: 'Other Questions',
  greeting: 'Greetings',
};

export const reasonWords: Record<EscalationReason, string> = {
  person: 'The customer asked for a person.',
  repeated: 'The same problem came up again after the steps were tried.',
  anger: 'The customer is angry.',
  safety: 'There may be a danger to people or property.',
  money: 'The customer disputes an amount or a payment.',
  unknown: 'The assistant had no answer.',
};

const issueTypes: Record<Topic, IssueType> = {
  connection: 'connection',
  speed: 'speed',
  billing: 'billing',
  equipment: 'equipment',
  account: 'billing',
  complaint: 'connection',
  outage: 'connection',
  general: 'connection',
  greeting: 'connection',
};

/** The issue type of the ticket of a chat. A dispute about money is one of billing, whatever else was said. */
export function issueTypeOf(topic: ChatSession['topic'], reason?: EscalationReason): IssueType {
  if (reason === 'money') return 'billing';
  return topic === '' ? 'connection' : issueTypes[topic];
}

/** Danger and anger do not wait. */
export function priorityOf(reason?: EscalationReason): Priority {
  return reason === 'safety' || reason === 'anger' ? 'high' : 'medium';
}

const writers = { user: 'Customer', assistant: 'Assistant', staff: '' } as const;

/** Who said a message, in a transcript. */
function writerOf({ role, typedBy }: ChatMessage): string {
  return writers[role] || typedBy;
}

/** Of a ticket's description. */
const MAX_DESCRIPTION = 5000;
const CUT = '[…]';

/** The reason and the transcript of a chat, of which the latest part is kept if it is too long. */
export function descriptionOf(reason: string, messages: readonly ChatMessage[]): string {
  const head = `${reason}\n\nTranscript of the chat:\n`;
  const lines = messages.map(
    (message) => `${formatInstant(message.timestamp)} ${writerOf(message)}: ${message.content}`,
  );
  const letters = [...lines.join('\n')];
  const room = MAX_DESCRIPTION - [...head].length;
  if (letters.length <= room) return head + letters.join('');
  return `${head}${CUT}${letters.slice(letters.length - room + CUT.length).join('')}`;
}
