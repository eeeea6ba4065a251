import type { EscalationReason, Question } from '../rules-driver.ts';
import { MAX_MESSAGE, type Topic } from '../schema.ts';
import { explains } from './rules-causes.ts';
import { topicOf, type Understood } from './rules-detect.ts';
import type { IntentName } from './rules-intents.ts';
import { type Patterns, patterns, scoreOf } from './rules-patterns.ts';
import { claimsPayment, paymentMeant } from './rules-payments.ts';

interface Rule {
  patterns: Patterns;
  from: number;
}

const safety: Rule = {
  from: 5,
  patterns:
    patterns(`flame: 6; electricity/electric/current/kahraba + catch/hit/caught/hold/shock/child/bite: 8; @wire touch + roof/house/car/tree/water/people/fence/iron/zinc: 7; @wire/pole/antenna/dish waga + road/street/ground/people/house/children: 7; @wire waga: 6; pole waga: 7; waga pole/@wire: 6; shaking: 4; tower/mast/pole + shake/bend/lean: 5; smoke: 6; on fire: 6; feel/felt/get/give + current/shock: 6; current + touch/router/dish/antenna/cable: 6; caught/catch fire: 6; fire + @device/@wire/house/office/pole/meter: 6; fire: 4; there is fire: 3; spark: 6; electric/electricity/current shock: 8; shock + @device/@wire/touch/got/get: 6; electrocute: 8;
    burn + @device/@wire/smell/pole/socket: 6; smell + burn: 6; explode: 7; explosion: 7; melt: 6; @wire + fall: 6; @wire fall + road/ground/street/people/children: 3; @wire + on/lie ground/road/street/floor: 6; @wire hang: 6; hang @wire: 6; hang + road: 4; @wire + lie + road/ground/street: 6; @wire + across road/street: 6; @wire down + road/street/ground: 6;
    tower/mast/pole/antenna/dish + fall/lean/collapse/tilt: 7; pole + break/bend: 6; lightning/thunder + strike/hit/struck/antenna/router/mast/tower/house: 7; live wire: 7; electric/electricity/power wire/cable/line + hang/fall/touch/down: 6; injure: 6; danger: 5; dangerous: 6; electrify: 6; live cable: 6`),
};
const anger: Rule = {
  from: 4,
  patterns:
    patterns(`you/people/itakum is/are thief: 4; your lies: 4; lies: 3; steal from us: 3; upuuzi: 4; very angry: 4; you are stupid: 3; ma nafa: 4; useless: 4; thief: 2; you/people/company/all/are/bunch/is thief: 3; thief you: 3; stupid: 5; idiot: 5; crook: 5; liar: 4; lying: 3; scam: 4; scammer: 5; fraud: 4; rubbish: 4; nonsense: 4; garbage: 4; trash: 4; bullshit: 6; shit: 5; fuck: 6; fucking: 6; damn: 4; bloody: 4; hell: 4; bastard: 6; fed up: 5; sick tired: 5; tired of: 4; worst: 3; worst company/service/internet/network/ever/isp/provider/people/in: 2; you are worst: 2;
    shame: 4; sue: 5; court: 4; lawyer: 4; police: 4; angry: 5; furious: 5; ridiculous: 4; disgust: 5; hate: 4; pathetic: 4; enough is enough: 5; steal my/our/people money: 5; eat my/our money: 5; robbing/rob us/me/people: 5; robber: 5; corrupt: 4; fool: 4; foolish: 4; donkey: 4; dog: 3; humar: 5; kelb: 5; kalib: 5; haram: 3; incompetent: 4; hopeless: 4; criminal: 4; mad: 3; annoyed: 2; stealing from: 5; waste my/our/of money/time: 3; conmen: 5; cheater: 5; cheating us/me: 5; jokers: 4; bad people: 3; curse: 4; insane: 3; sick of: 5; pissed: 5; very disappoint: 2; con: 3`),
};
const person: Rule = {
  from: 4,
  patterns:
    patterns(`give i/me @person: 6; need/want staff/attendant: 5; attend to me: 5; talk/speak with/to/and + customer/care/office/staff/technician/support: 5; connect + customer care/service: 6; person + answer: 5; send/tell + @tech + my/home/house/place/come: 5; @tech + come + my/our house/home/place/office: 5; tell your people: 4; talk with person: 4; want/need talk with: 4; connect/transfer/put me + agent/human/someone/manager/supervisor/operator/care/support/person/representative/staff: 6; human: 5; agent: 5; operator: 4; representative: 5; manager: 4; supervisor: 5; real person: 6; boss: 3; customer care/service/support + connect/talk/speak/transfer/give/need: 5; call/phone/ring me: 5; someone/somebody/staff/person call/help/contact: 5;
    @neg + robot: 5; @neg want + robot/bot/machine/computer: 6; want/need person/zol: 5; need/want someone/somebody: 4; escalate: 6; send + technician/someone/somebody/team/staff: 6; want/need technician: 6; technician come/to: 3; come to my house/home/office/place: 5; live agent/person/chat: 6; i want zol: 4; person please: 4; actual person: 6; talk to you people: 4; someone in charge: 6; someone to come: 6; come and check/fix/see/look: 5; come check/fix: 5; get/give/bring me @person: 6; get/give me: 2; let me talk/speak: 4; speak with/to: 3; talk to: 3; attendant: 5; want to talk: 3`),
};
const repeated: Rule = {
  from: 3,
  patterns: patterns(
    `did/do/done what/as + said/tell: 5; did what: 3; you said: 2; do + still: 3; pushed/unplug/restart/check/checked/switch + but/still: 4; refuse: 2; fail: 3; still + @neg: 4; still + @slow/@dead/@problem/same/red/blink/drop/cut/weak/bad/down: 4; still: 2; same thing/problem/issue/story/way: 5; still same: 4; same: 3; tri/try/tried + same/but: 3; did/tried/done/follow all/that/it/everything/already/step/this/restart/those: 4; try restart/everything/all/that/it: 4; already + restart/try/do/did/done: 4; @neg help: 4; nothing change/happen/improve: 5; @neg change: 3; @neg better/improve: 5; no improvement/difference/change: 5; again: 3; back again: 3; worse: 4; @neg solve/fix: 5; @neg work: 2; @neg @works: 1; persists: 5; no luck: 5; restart + @neg/already: 3`,
  ),
};

/** Said in one message: how often the steps were tried, or the same was reported. */
const counted: Rule = {
  from: 5,
  patterns: patterns(
    `third/fourth/fifth/sixth/seventh/eighth/tenth time + restart/reset/tri/try/tried/step/same/still/report/again: 6; #/three/four/five/six/seven/ten/several times + restart/reset/tri/try/tried/do/did/step/unplug/report/same/still: 6; you always say/tell + restart/reset/step/same/never: 6`,
  ),
};

const matches = ({ patterns: all, from }: Rule, { words, keys }: Understood) =>
  scoreOf(all, words, keys) >= from;

const SHOUTED_LETTERS = 15;

/** Whether nearly all letters are capitals. */
function isShouted(message: string): boolean {
  const text = message.slice(0, MAX_MESSAGE);
  const upper = text.replace(/[^A-Z]/g, '').length;
  const lower = text.replace(/[^a-z]/g, '').length;
  return upper >= SHOUTED_LETTERS && upper > lower * 3;
}

function isAngry({ words, keys }: Understood, message: string): boolean {
  const loud = (isShouted(message) ? 1 : 0) + (message.includes('!!!') ? 1 : 0);
  const score = scoreOf(anger.patterns, words, keys);
  return score > 0 && score + loud >= anger.from;
}

/** With these a message about a technician asks for the visit that was promised. */
const ofVisits = ['day', 'nobody', 'yesterday', 'tell', 'promis'];

function asksForPerson(understood: Understood): boolean {
  const { keys, scores } = understood;
  if (understood.alarm !== 'person' && !matches(person, understood)) return false;
  // 'Which agent takes the payment?', 'are you a human?', 'when do you send the technician?'
  if (keys.has('agent') && (keys.has('pay') || keys.has('momo'))) return false;
  if (scores.about >= 8) return false;
  // 'Your agent was rude': a complaint about a person is no wish for one.
  if (scores.complain >= 6 && !keys.has('talk') && !keys.has('speak') && !keys.has('want'))
    return false;
  if (keys.has('when')) return false;
  return scores.ticket < 7 || !ofVisits.some((key) => keys.has(key));
}

function isDispute(question: Question, understood: Understood): boolean {
  const { intent, scores, keys } = understood;
  // Who paid too much asks for the credit, which the facts hold.
  const asksForCredit = question.facts.account.creditUsd > 0 && scores.balance >= scores.dispute;
  if (asksForCredit && intent === 'balance') return false;
  if (scores.dispute >= 7) return true;
  const topic = intent && topicOf(intent);
  if (topic === 'account' || topic === 'speed') return false;
  const claims = claimsPayment(understood);
  const asksForPayment = intent === 'paymentSeen' && !keys.has('can');
  // Where examples alone speak of a dispute, a recorded payment that the customer names is none.
  if (intent === 'dispute' && !claims) return true;
  if (!claims && !asksForPayment) return false;
  return paymentMeant(question.facts, question.message, keys) === undefined;
}

const troubles: readonly string[] = ['connection', 'speed', 'equipment', 'outage', 'complaint'];
/** The third time of one topic goes to a person. */
const TIMES = 2;

function isRepeated(question: Question, understood: Understood): boolean {
  const replies = question.history.filter(({ role }) => role === 'assistant');
  const last = replies.at(-1);
  if (explains(question.facts)) return false;
  const { byPattern, intent } = understood;
  const isTrouble = intent !== null && troubles.includes(topicOf(intent));
  if (isTrouble && matches(counted, understood)) return true;
  if (!last) return false;
  const topic = byPattern && topicOf(byPattern);
  if (topic === 'greeting' || topic === 'billing' || topic === 'account') return false;
  const saysSo = troubles.includes(last.topic) && last.isAnswered && matches(repeated, understood);
  if (saysSo) return true;
  const times = replies.filter((reply) => reply.topic !== '' && reply.topic === topic).length;
  return topic !== null && troubles.includes(topic) && times >= TIMES;
}

/** Why a person is needed; null where none is. Only the words of the message and the facts decide. */
export function escalationOf(question: Question, understood: Understood): EscalationReason | null {
  const { alarm } = understood;
  if (alarm === 'safety' || matches(safety, understood)) return 'safety';
  if (alarm === 'anger' || isAngry(understood, question.message)) return 'anger';
  if (asksForPerson(understood)) return 'person';
  if (isDispute(question, understood)) return 'money';
  return isRepeated(question, understood) ? 'repeated' : null;
}

/** What is said where a person takes over. */
export const handOver: Record<EscalationReason, string> = {
  person: 'A person takes over this chat.',
  repeated: 'The steps did not help, so a person takes over now.',
  anger: 'I am sorry for the trouble. A person takes over now.',
  safety:
    'Please keep away from it and keep others away. Touch nothing that is wet, hot or fallen; unplug the equipment or switch off the power only if you can do it without danger. In danger of life call the emergency services. A person takes over now.',
  money: 'A person checks this.',
  unknown: 'I do not know the answer to this, so a person takes over.',
};

/** The topic of an escalation where the words name none. */
export function topicOfEscalation(
  reason: EscalationReason,
  intent: IntentName | null,
  question: Question,
): Topic {
  if (reason === 'safety') return 'equipment';
  if (reason === 'money') return 'billing';
  const last = question.history.filter(({ role }) => role === 'assistant').at(-1)?.topic;
  if (reason === 'repeated' && last) return last;
  const topic = intent && topicOf(intent);
  if (topic && topic !== 'greeting' && topic !== 'general') return topic;
  return reason === 'anger' ? 'complaint' : 'general';
}

/** What people decide or have done: it is answered in the words of the rule alone, never in those of a model. */
export const decidedByPeople: ReadonlySet<IntentName> = new Set<IntentName>([
  ...(['discount', 'moreTime', 'dispute', 'whySuspended', 'accountStatus', 'paymentSeen'] as const),
  ...(['cancel', 'ticket', 'whenBack', 'complain'] as const),
]);
