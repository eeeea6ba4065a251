import type { Answer, Question } from '../rules-driver.ts';

/** Answers a question by rule, without a network (issue 23). Pure. */
export function answerLocally(question: Question): Answer {
  const { company } = question.facts;
  return {
    text: `I am not sure what you need. You can call ${company.name} at ${company.phone}, or ask for a person.`,
    topic: 'general',
    isAnswered: false,
    escalation: null,
    articleIds: [],
  };
}
