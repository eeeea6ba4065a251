import { measureAnswers, questionSets, questionsOf } from '@nimule/fixtures/assistant/measure';
import { expect, test } from 'vitest';

test('the questions that were at hand are answered', () => {
  const { questions, topic, facts, escalation, faults } = measureAnswers('questions');
  expect(questions).toBeGreaterThanOrEqual(880);
  expect(topic, faults.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(facts, faults.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(escalation, faults.join('\n')).toBeGreaterThanOrEqual(0.97);
});

test('questions for which no word was added are answered', () => {
  const { questions, topic, facts, escalation, faults } = measureAnswers('questions-unseen');
  expect(questions).toBeGreaterThanOrEqual(90);
  expect(topic, faults.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(facts, faults.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(escalation, faults.join('\n')).toBeGreaterThanOrEqual(0.9);
});

test('no question is asked twice', () => {
  const all = questionSets.flatMap((set) =>
    questionsOf(set).map(({ ask, customer, history }) => JSON.stringify([ask, customer, history])),
  );
  expect(new Set(all).size).toBe(all.length);
});
