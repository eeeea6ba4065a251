import { answerLocally } from '@nimule/core/assistant/local/rules';
import {
  measureAnswers,
  questionOf,
  questionSets,
  questionsOf,
} from '@nimule/fixtures/assistant/measure';
import { fixed, line } from './measure.ts';

const ROUNDS = 5;
const percent = (share: number) => `${fixed(share * 100)} %`;

/** (p) How many questions the local assistant answers rightly, and how many it answers a second. */
export function benchAssistant(): void {
  line('(p) answers of the local assistant');
  for (const set of questionSets) {
    const { questions, topic, facts, escalation } = measureAnswers(set);
    line(
      `    ${set} (${questions}): topic ${percent(topic)}, facts ${percent(facts)}, escalation ${percent(escalation)}`,
    );
  }
  const questions = questionSets.flatMap((set) => questionsOf(set).map(questionOf));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const question of questions) {
      const start = performance.now();
      answerLocally(question);
      times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  const p99 = times[Math.floor(times.length * 0.99)]!;
  line(`    ${Math.round(times.length / seconds)} answers a second, p99 ${fixed(p99)} ms`);
}
