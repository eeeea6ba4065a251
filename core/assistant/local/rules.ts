import { formatDate } from '../../kernel/dates.ts';
import type { Answer, Article, EscalationReason, Question } from '../rules-driver.ts';
import { MAX_MESSAGE, type Topic } from '../schema.ts';
import * as billing from './rules-answers-billing.ts';
import * as service from './rules-answers-service.ts';
import {
  continued,
  learnedIntent,
  THRESHOLD,
  topicOf,
  type Understood,
  understand,
} from './rules-detect.ts';
import { decidedByPeople, escalationOf, handOver, topicOfEscalation } from './rules-escalation.ts';
import type { IntentName } from './rules-intents.ts';
import { claimsPayment, paymentMeant } from './rules-payments.ts';
import { joined, OFFER, reach } from './rules-say.ts';
import { articleFor, articleNamed, quoted, rankArticles } from './rules-search.ts';

/** What of an article belongs to the answer: the words that find it among those of the topic. */
const articleWords: Partial<Record<IntentName, string>> = {
  noConnection: 'no internet connection offline not working',
  drops: 'drops again unstable disconnects on and off',
  slow: 'slow buffering speed test',
  paymentSeen: 'payment not shown missing transaction slip',
  explainBill: 'understanding invoice explain charges',
  upgrade: 'change another package upgrade',
  downgrade: 'change another package downgrade',
  move: 'move relocate new house address',
  cancel: 'end pause cancel terminate service',
  changeDetails: 'change telephone e-mail name details owner',
  lights: 'lights router red blinking',
  wifiPassword: 'change wifi password name',
  damage: 'damaged broken equipment replacement cable',
  complain: 'complaints handled ticket',
};

interface Draft {
  text: string;
  isAnswered: boolean;
  article?: Article | undefined;
}

const said = (text: string): Draft => ({ text, isAnswered: true });

/** `text`, followed by the article that fits; it is no answer where there is neither. */
function withArticle(
  { articles, facts }: Question,
  intent: IntentName,
  { words, keys }: Understood,
  text = '',
): Draft {
  const description =
    intent === 'noConnection' && keys.has('connect') && keys.has('wifi')
      ? `connected without internet ${articleWords[intent]}`
      : (articleWords[intent] ?? '');
  const article = articleFor(articles, topicOf(intent), description, words);
  if (!article && text === '')
    return { text: joined('I have no steps for this.', reach(facts), OFFER), isAnswered: false };
  return { text: joined(text, article && quoted(article)), isAnswered: true, article };
}

function connectionDraft(question: Question, intent: IntentName, understood: Understood): Draft {
  const { facts } = question;
  const cause = service.causeText(facts);
  if (cause !== undefined) return said(joined(cause, service.openWorkText(facts)));
  const congestion = intent === 'slow' ? service.congestionText(facts) : '';
  const packageText = intent === 'slow' ? service.packageText(facts) : '';
  const work = service.openWorkText(facts);
  return withArticle(question, intent, understood, joined(work, congestion, packageText));
}

function paymentDraft(question: Question, understood: Understood): Draft {
  const { facts, message } = question;
  const payment = paymentMeant(facts, message, understood.keys);
  return payment
    ? said(billing.paymentSeenAnswer(facts, payment))
    : said(billing.paymentsAnswer(facts));
}

function accountDraft(question: Question, intent: IntentName, understood: Understood): Draft {
  const { facts } = question;
  const isChange = intent === 'upgrade' || intent === 'downgrade';
  const debt = facts.account.balanceUsd > 0 ? billing.balanceText(facts) : '';
  return withArticle(
    question,
    intent,
    understood,
    joined(isChange ? service.pricesText(facts) : '', isChange || intent === 'cancel' ? debt : ''),
  );
}

function greeting({ customer, company }: Question['facts']): string {
  return `Hello ${customer.name}, I am the assistant of ${company.name}. I can help with your connection, its speed, invoices and payments, equipment, and your account. What do you need?`;
}

/** The answer to an intent by the facts of the customer. */
function draftOf(question: Question, intent: IntentName, understood: Understood): Draft {
  const { facts } = question;
  switch (intent) {
    case 'balance':
      return said(billing.balanceAnswer(facts));
    case 'dueDate':
      return said(billing.dueAnswer(facts));
    case 'whySuspended':
    case 'accountStatus':
      return said(billing.suspendedAnswer(facts));
    case 'howToPay':
      return said(billing.payAnswer(facts));
    case 'paymentSeen':
      return paymentDraft(question, understood);
    case 'lastPayments':
      return said(billing.paymentsAnswer(facts));
    case 'receipt':
      return said(billing.receiptAnswer(facts));
    case 'explainBill':
      return withArticle(question, intent, understood, billing.explainAnswer(facts));
    case 'discount':
      return said(billing.discountAnswer(facts));
    case 'moreTime':
      return said(billing.moreTimeAnswer(facts));
    case 'dispute':
      return said(billing.disputeAnswer(facts));
    case 'noConnection':
    case 'drops':
    case 'slow':
      return connectionDraft(question, intent, understood);
    case 'packageSpeed':
    case 'myPackage':
      return said(
        joined(
          service.packageText(facts),
          `Your customer number is ${facts.customer.customerId}; the service began on ${formatDate(facts.customer.serviceStartDate)}.`,
        ),
      );
    case 'upgrade':
    case 'downgrade':
    case 'move':
    case 'cancel':
    case 'changeDetails':
      return accountDraft(question, intent, understood);
    case 'prices':
      return said(service.pricesText(facts));
    case 'lights':
    case 'wifiPassword':
    case 'damage':
    case 'complain':
      return withArticle(question, intent, understood);
    case 'outage':
    case 'whenBack':
      return said(joined(service.outageAnswer(facts), service.openWorkText(facts)));
    case 'ticket':
      return said(service.ticketAnswer(facts));
    case 'contact':
      return said(service.contactAnswer(facts));
    case 'about':
    case 'hello':
      return said(greeting(facts));
    case 'thanks':
      return said('You are welcome. Write again whenever you need something.');
  }
}

function escalated(
  question: Question,
  reason: EscalationReason,
  intent: IntentName | null,
  understood: Understood,
): Answer {
  const { facts } = question;
  const needsFacts =
    reason === 'money' ||
    (reason === 'anger' &&
      intent !== null &&
      topicOf(intent) !== 'greeting' &&
      topicOf(intent) !== 'complaint');
  const draft =
    reason === 'money'
      ? said(billing.disputeAnswer(facts))
      : needsFacts
        ? draftOf(question, intent!, understood)
        : undefined;
  const contact = reason === 'safety' ? reach(facts) : '';
  return {
    text: joined(handOver[reason], contact, draft?.text),
    topic: topicOfEscalation(reason, intent, question),
    isAnswered: true,
    escalation: reason,
    articleIds: draft?.article ? [draft.article.id] : [],
  };
}

/** From this score on an article is taken for the answer to a question that no intent explains. */
const ARTICLE_SCORE = 6;

/** From this probability on examples say what a message means, whatever article its words name. */
const SURE = 0.5;

function fromArticle(article: Article): Answer {
  return {
    text: joined(quoted(article), OFFER),
    topic: article.topic,
    isAnswered: true,
    escalation: null,
    articleIds: [article.id],
  };
}

function unknown(question: Question, { words, isOffTopic }: Understood): Answer {
  const { facts, history } = question;
  const [best] = rankArticles(question.articles, words);
  if (best && best.score >= ARTICLE_SCORE && !isOffTopic) return fromArticle(best.article);
  const last = history.filter(({ role }) => role === 'assistant').at(-1);
  const isAgain = last !== undefined && !last.isAnswered;
  return {
    text: isAgain
      ? joined(handOver.unknown, reach(facts))
      : joined(
          'I do not know the answer to that. I can help with your connection, its speed, invoices and payments, equipment, and your account.',
          reach(facts),
          OFFER,
        ),
    topic: 'general',
    isAnswered: false,
    escalation: isAgain ? 'unknown' : null,
    articleIds: [],
  };
}

const troubles = ['noConnection', 'drops', 'slow'] as const;

/** The topic of the answer: who asks for the visit that repairs a trouble asks about the trouble. */
function topicOfAnswer(intent: IntentName, { keys, scores }: Understood): Topic {
  if (intent !== 'ticket' || !keys.has('@net')) return topicOf(intent);
  const trouble = troubles.find((name) => scores[name] >= THRESHOLD);
  return topicOf(trouble ?? intent);
}

/** The number of another customer, which a message may name but never gets an answer about. */
function namesAnother({ facts }: Question, { words }: Understood): boolean {
  const own = facts.customer.customerId.toLowerCase();
  return words.some(({ raw }) => /^sc\d+$/.test(raw) && raw !== own);
}

/** The message without the name of the company, whose words ('Nile Net') say nothing about what is asked. */
function withoutName({ message, facts }: Question): string {
  const name = facts.company.name.trim().toLowerCase();
  if (!name.includes(' ')) return message;
  return message.slice(0, MAX_MESSAGE).toLowerCase().replaceAll(name, ' ');
}

/**
 * The answer to a question by rule, without a network: what was asked is recognised by its words, also misspelt ones,
 * and answered from the facts and the articles of the question alone. Never throws. Source: issue 23.
 */
export function answerLocally(question: Question): Answer {
  const understood = understand(withoutName(question));
  const { words } = understood;
  // What continues the last message is often like an example of something else.
  const intent =
    (understood.byPattern ? understood.intent : continued(understood, question.history)) ??
    understood.intent ??
    learnedIntent(words, question.learned) ??
    null;
  const reason = escalationOf(question, understood);
  if (reason) return escalated(question, reason, understood.byPattern, understood);
  if (namesAnother(question, understood))
    return {
      text: joined(
        `I can only speak about your own account, ${question.facts.customer.customerId}.`,
        OFFER,
      ),
      topic: intent ? topicOf(intent) : 'general',
      isAnswered: true,
      escalation: null,
      articleIds: [],
    };
  // Staff write articles for questions that nothing else answers.
  const isUnsure = !understood.byPattern && understood.likelihood < SURE;
  const named = isUnsure ? articleNamed(question.articles, words) : undefined;
  if (named) return fromArticle(named);
  if (!intent) return unknown(question, understood);
  const paid =
    claimsPayment(understood) &&
    (topicOf(intent) === 'billing' || topicOf(intent) === 'connection');
  const draft =
    paid && intent !== 'receipt'
      ? paymentDraft(question, understood)
      : draftOf(question, intent, understood);
  return {
    text: draft.text,
    topic: paid ? 'billing' : topicOfAnswer(intent, understood),
    isAnswered: draft.isAnswered,
    escalation: null,
    articleIds: draft.article ? [draft.article.id] : [],
    isFinal: paid || decidedByPeople.has(intent),
  };
}
